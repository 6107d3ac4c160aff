import { BadgeCheck, Timer, Truck } from 'lucide-react';
import type { ProductFeatures } from '@shop/contracts';
import { FoodDelivery } from '@shop/shared/connected/FoodDelivery';
import { Icon } from '@shop/shared/design-system/Icon';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { Certificate } from './certification/Certificate';
import { describeFreshness } from './freshness-timer/describeFreshness';
import styles from './ProductFacts.module.css';

/** How it is sent, and the storefront's features of this product (product.md 1.3). */
export function ProductFacts({ features }: { readonly features: ProductFeatures }) {
  const { features: offered } = useAppSelector(selectStorefront);
  const { certification, freshnessDays } = features;
  return (
    <ul className={styles.facts}>
      <li>
        <Icon icon={Truck} />
        {offered.includes('delivery-slot') ? <FoodDelivery /> : 'Free shipping'}
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
