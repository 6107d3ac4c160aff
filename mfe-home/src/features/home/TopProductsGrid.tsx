import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import type { TopProduct } from '@shop/contracts';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { useCards } from './useCards';

const MAX_SHOWN = 10;
const SKELETONS = Array.from({ length: MAX_SHOWN }, (_, index) => index);
const CARD_SIZES = '(min-width: 1024px) 20vw, (min-width: 768px) 31vw, 46vw';

/** Two rows of five products, or skeletons while loading. */
export function TopProductsGrid({ products }: { readonly products: readonly TopProduct[] | undefined }) {
  const cards = useCards(products);
  return (
    <ProductGrid layout="home" busy={products === undefined}>
      {cards
        ? cards
            .slice(0, MAX_SHOWN)
            .map((product) => (
              <ConnectedProductCard key={product.id} product={product} headingLevel={3} sizes={CARD_SIZES} />
            ))
        : SKELETONS.map((index) => <Skeleton key={index} shape="card" />)}
    </ProductGrid>
  );
}
