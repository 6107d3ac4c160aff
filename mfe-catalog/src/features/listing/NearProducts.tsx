import type { NearProducts as Near } from '@shop/contracts';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { buildListingHref } from '@shop/shared/navigation';
import { ProductSection } from '../../parts/ProductSection';
import { CARD_SIZES, countProducts } from './listingCards';

interface NearProductsProps {
  readonly near: Near;
  /** What was searched for. */
  readonly q: string | undefined;
}

/** What an empty listing shows instead (product.md 4.13). */
export function NearProducts({ near, q = '' }: NearProductsProps) {
  const { kind, items, searchedFor = q } = near;
  const titles = {
    'without-filters': `Without filters: ${countProducts(near)}`,
    'some-words': `These match some of "${q}"`,
    popular: 'Popular products',
  };
  return (
    <ProductSection title={titles[kind]} products={items} layout="listing" sizes={CARD_SIZES}>
      {kind !== 'popular' && <TextLink to={buildListingHref({ q: searchedFor })}>Show all</TextLink>}
    </ProductSection>
  );
}
