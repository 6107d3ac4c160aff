import { BadgeCheck, Timer } from 'lucide-react';
import type { ProductFeatures } from '@shop/contracts';
import { Icon } from '@shop/shared/design-system/Icon';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { Certificate } from './certification/Certificate';
import { describeFreshness } from './freshness-timer/describeFreshness';

/** List items for the storefront's features of this product (product.md 1.3). */
export function ProductFacts({ features }: { readonly features: ProductFeatures }) {
  const { features: offered } = useAppSelector(selectStorefront);
  const { certification, freshnessDays } = features;
  return (
    <>
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
    </>
  );
}
