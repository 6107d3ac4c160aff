import { BadgeCheck, PenLine, Scale, Timer } from 'lucide-react';
import type { ProductFeatures } from '@shop/shared/contracts';
import { Icon } from '@shop/shared/design-system/Icon';
import { useFormatPrice } from '@shop/shared/state';

/** List items for the storefront's features of this product (product.md 1.3). */
export function ProductFacts({ features }: { readonly features: ProductFeatures }) {
  const money = useFormatPrice();
  const { certification, customization, freshnessDays, weightOptions } = features;
  return (
    <>
      {certification && (
        <li>
          <Icon icon={BadgeCheck} />
          {certification.laboratory}, report {certification.reportNumber}
        </li>
      )}
      {customization && (
        <li>
          <Icon icon={PenLine} />
          Engraving up to {customization.engravingMaxLetters} letters
        </li>
      )}
      {freshnessDays !== undefined && (
        <li>
          <Icon icon={Timer} />
          Stays fresh for {freshnessDays} days
        </li>
      )}
      {weightOptions?.map(({ label, pricePerKg }) => (
        <li key={label}>
          <Icon icon={Scale} />
          {label}: {money(pricePerKg)} per kg or liter
        </li>
      ))}
    </>
  );
}
