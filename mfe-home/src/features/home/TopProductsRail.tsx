import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import type { TopProduct } from '@shop/contracts';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { CarouselArrows } from '../../carousel/CarouselArrows';
import { CarouselDots } from '../../carousel/CarouselDots';
import { CarouselTrack } from '../../carousel/CarouselTrack';
import { useCarousel } from '../../carousel/useCarousel';
import { useIsWide } from '../../parts/useMedia';
import styles from './TopProductsRail.module.css';
import { useCards } from './useCards';

/** product.md 3.6. */
const PER_VIEW = 5;
const PER_VIEW_ON_PHONES = 1;
const SKELETONS = Array.from({ length: PER_VIEW }, (_, index) => index);
/**
 * Slightly less than a phone's width: where the pixels needed are just over 640, the 640 px picture is enough at half
 * the bytes of the next size.
 */
const CARD_SIZES = '(min-width: 768px) 19vw, 88vw';

/**
 * product.md 3.6: five per view, one on phones; arrows wrap; one dot per position. If all products fit, there are
 * neither arrows nor dots.
 */
export function TopProductsRail({ products }: { readonly products: readonly TopProduct[] | undefined }) {
  const cards = useCards(products);
  const perView = useIsWide() ? PER_VIEW : PER_VIEW_ON_PHONES;
  const carousel = useCarousel({ count: products?.length ?? 0, perView });

  return (
    <div role="group" aria-roledescription="carousel" aria-label="Products">
      <CarouselTrack carousel={carousel} className={styles.rail} busy={products === undefined}>
        {cards
          ? cards.map((product) => (
              <ConnectedProductCard key={product.id} product={product} headingLevel={3} sizes={CARD_SIZES} />
            ))
          : SKELETONS.map((index) => <Skeleton key={index} shape="card" />)}
      </CarouselTrack>
      <div className={styles.foot}>
        <CarouselDots carousel={carousel} label="Position" nameOf={(number) => `Go to position ${number}`} />
        <CarouselArrows carousel={carousel} of="products" wraps />
      </div>
    </div>
  );
}
