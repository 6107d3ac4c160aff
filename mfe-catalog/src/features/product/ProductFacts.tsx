import { BadgeCheck, Timer, Truck } from 'lucide-react';
import type { ProductFeatures } from '@shop/contracts';
import { FoodDelivery } from '@shop/shared/connected/FoodDelivery';
import { ParcelArrival } from '@shop/shared/connected/ParcelArrival';
import { Icon } from '@shop/shared/design-system/Icon';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { Certificate } from './certification/Certificate';
import { describeFreshness } from './freshness-timer/describeFreshness';
import styles from './ProductFacts.module.css';

interface ProductFactsProps {
  readonly features: ProductFeatures;
  /** Engraving takes time. */
  readonly isEngraved: boolean;
}

/** How it is sent, and the storefront's features of this product (product.md 1.3). */
export function ProductFacts({ features, isEngraved }: ProductFactsProps) {
  const { features: offered } = useAppSelector(selectStorefront);
  const { certification, freshnessDays } = features;
  return (
    <ul className={styles.facts}>
      <li>
        <Icon icon={Truck} />
        {offered.includes('delivery-slot') ? (
          <FoodDelivery />
        ) : (
          <span>
            Free shipping
            <span className={styles.arrival}>
              <ParcelArrival isEngraved={isEngraved} />
            </span>
          </span>
        )}
      </li>
      {certification && offered.includes('certification') && (
        <li>
          <Icon icon={BadgeCheck} />
          <Certificate certification={certification} />
        </li>
      )}
      {offered.includes('freshness-timer') && freshnessDays !== undefined && (
        <li>
          <Icon icon={Timer} />
          {describeFreshness(freshnessDays)}
        </li>
      )}
    </ul>
  );
}
