import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import type { NearProducts as Near } from '@shop/shared/contracts';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { buildListingHref } from '@shop/shared/navigation';
import { CARD_SIZES, countProducts } from './listingCards';
import styles from './ListingResults.module.css';

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
    <section className={styles.near} aria-labelledby="near">
      <SectionHead id="near" title={titles[kind]}>
        {kind !== 'popular' && (
          <TextLink to={buildListingHref({ q: searchedFor })}>
            {kind === 'some-words' ? `Search for "${searchedFor}"` : 'Clear filters'}
          </TextLink>
        )}
      </SectionHead>
      <ProductGrid>
        {items.map((product) => (
          <ConnectedProductCard key={product.id} product={product} headingLevel={3} sizes={CARD_SIZES} />
        ))}
      </ProductGrid>
    </section>
  );
}
