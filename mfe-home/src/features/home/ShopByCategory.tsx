import type { SectionOf } from '@shop/contracts';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Picture } from '@shop/shared/design-system/Picture';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { paths } from '@shop/shared/navigation';
import {
  fetchCategories,
  selectCategories,
  selectStorefront,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import { Link } from 'react-router-dom';
import { CarouselArrows } from '../../carousel/CarouselArrows';
import { CarouselTrack } from '../../carousel/CarouselTrack';
import { useCarousel } from '../../carousel/useCarousel';
import { useIsWide } from '../../parts/useMedia';
import { Section } from './Section';
import styles from './ShopByCategory.module.css';

/** product.md 3.4. */
const PER_PAGE = 6;
const PER_PAGE_ON_PHONES = 3;
const SKELETONS = Array.from({ length: PER_PAGE }, (_, index) => index);

/** product.md 3.4: pages of six, of three on phones. */
export function ShopByCategory({ title }: SectionOf<'categories'>) {
  const { slug } = useAppSelector(selectStorefront);
  const { items: known, loading, error, currentStore } = useAppSelector(selectCategories);
  const items = currentStore === slug ? known : [];
  const dispatch = useAppDispatch();
  const perView = useIsWide() ? PER_PAGE : PER_PAGE_ON_PHONES;
  const carousel = useCarousel({ count: items.length, perView, stride: perView });

  if (currentStore === slug && !loading && error === null && items.length === 0) return null;
  return (
    <Section label={title} carousel>
      <SectionHead title={title}>
        <div className={styles.arrows}>
          <CarouselArrows carousel={carousel} of="categories" />
        </div>
      </SectionHead>
      {error !== null ? (
        <ErrorPanel
          headingLevel={3}
          title={`Failed to load categories: ${error}`}
          retrying={loading}
          onRetry={() => void dispatch(fetchCategories({ store: slug, force: true }))}
        />
      ) : (
        <CarouselTrack carousel={carousel} className={styles.categories} busy={loading}>
          {items.length === 0
            ? SKELETONS.map((index) => (
                <div key={index} className={styles.waiting}>
                  <Skeleton shape="circle" />
                </div>
              ))
            : items.map((category) => (
                <Link key={category.slug} to={paths.category(category.slug)} className={styles.category}>
                  <span className={styles.picture}>
                    <Picture src={category.image} alt="" sizes="(min-width: 768px) 16vw, 30vw" />
                  </span>
                  <span className={styles.name}>{category.name}</span>
                </Link>
              ))}
        </CarouselTrack>
      )}
    </Section>
  );
}
