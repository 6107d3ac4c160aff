import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import type { SectionOf, TopProduct } from '@shop/contracts';
import { TRENDING_PER_PAGE } from '@shop/contracts/constants';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { ProductGrid } from '@shop/shared/design-system/ProductGrid';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { TextLink } from '@shop/shared/design-system/TextLink';
import { buildListingHref } from '@shop/shared/navigation';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect } from 'react';
import { CarouselDots } from '../../carousel/CarouselDots';
import { CarouselTrack } from '../../carousel/CarouselTrack';
import { Slide } from '../../carousel/Slide';
import { useCarousel } from '../../carousel/useCarousel';
import { Section } from './Section';
import styles from './Trending.module.css';
import { fetchTrending, selectTrending } from './trendingSlice';
import { useCards } from './useCards';

const SKELETONS = Array.from({ length: TRENDING_PER_PAGE }, (_, index) => index);
const CARD_SIZES = '(min-width: 768px) 24vw, 46vw';

/** The products of a page, or skeletons while loading. */
function TrendingGrid({ products }: { readonly products: readonly TopProduct[] | undefined }) {
  const cards = useCards(products);
  return (
    <ProductGrid layout="home" busy={products === undefined}>
      {cards
        ? cards.map((product) => (
            <ConnectedProductCard key={product.id} product={product} headingLevel={3} sizes={CARD_SIZES} />
          ))
        : SKELETONS.map((index) => <Skeleton key={index} shape="card" />)}
    </ProductGrid>
  );
}

/** Two pages, switched by dots (product.md 3.9). The second loads when the section comes near the viewport. */
export function Trending({ title }: SectionOf<'trending'>) {
  const { slug } = useAppSelector(selectStorefront);
  const { store, pages: known, pageCount, loading, error } = useAppSelector(selectTrending);
  const pages = store === slug ? known : {};
  const dispatch = useAppDispatch();
  const carousel = useCarousel({ count: pageCount, perView: 1 });
  const page = carousel.stop + 1;
  const load = (wanted: number): void => void dispatch(fetchTrending({ store: slug, page: wanted }));

  // Swiping changes the page without a press of a dot.
  useEffect(() => {
    if (page > 1) void dispatch(fetchTrending({ store: slug, page }));
  }, [page, slug, dispatch]);

  if (pages[1]?.length === 0) return null;
  return (
    <Section label={title} carousel onApproach={() => pageCount > 1 && error === null && load(2)}>
      <SectionHead title={title}>
        <TextLink to={buildListingHref({ sort: 'rating' })}>View all</TextLink>
      </SectionHead>
      <CarouselTrack carousel={carousel} className={styles.pages} busy={loading}>
        {Array.from({ length: pageCount }, (_, index) => (
          <Slide key={index} index={index} count={pageCount} away={index !== carousel.stop} className={styles.page}>
            {error !== null && !pages[index + 1] ? (
              <ErrorPanel
                headingLevel={3}
                title={`Failed to load products: ${error}`}
                retrying={loading}
                onRetry={() => load(index + 1)}
              />
            ) : (
              <TrendingGrid products={pages[index + 1]} />
            )}
          </Slide>
        ))}
      </CarouselTrack>
      <CarouselDots carousel={carousel} label="Page" nameOf={(number) => `Page ${number}`} className={styles.dots} />
    </Section>
  );
}
