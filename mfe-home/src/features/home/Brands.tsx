import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import type { Brand, SectionOf } from '@shop/contracts';
import { Link } from 'react-router-dom';
import { CarouselDots } from '../../carousel/CarouselDots';
import { CarouselTrack } from '../../carousel/CarouselTrack';
import { useCarousel } from '../../carousel/useCarousel';
import { fetchBrands, selectBrands } from './brandsSlice';
import { Section } from './Section';
import styles from './Brands.module.css';

/** product.md 3.8: the first five and a second row of the next five; on phones pages of four. */
const SHOWN = 10;
const PER_PAGE_ON_PHONES = 4;
const SKELETONS = Array.from({ length: SHOWN }, (_, index) => index);

/** A brand links to its products; `brandLinkBase` may be another site's (product.md 3.8). */
function BrandLink({ brand: { slug, name, logo }, base }: { readonly brand: Brand; readonly base: string }) {
  const shown = (
    <>
      {logo !== '' && <img src={logo} alt="" width={48} height={48} loading="lazy" />}
      {name}
    </>
  );
  const href = base + encodeURIComponent(slug);
  return base.startsWith('/') ? <Link to={href}>{shown}</Link> : <a href={href}>{shown}</a>;
}

export function Brands({ title }: SectionOf<'brands'>) {
  const { slug, brandLinkBase } = useAppSelector(selectStorefront);
  const { items, loading, error, currentStore } = useAppSelector(selectBrands);
  const dispatch = useAppDispatch();
  const brands = currentStore === slug ? items.slice(0, SHOWN) : [];
  const carousel = useCarousel({ count: brands.length, perView: PER_PAGE_ON_PHONES, stride: PER_PAGE_ON_PHONES });

  if (currentStore === slug && !loading && error === null && items.length === 0) return null;
  return (
    <Section label={title} carousel>
      <SectionHead title={title} />
      {error !== null ? (
        <ErrorPanel
          headingLevel={3}
          title={`Failed to load brands: ${error}`}
          retrying={loading}
          onRetry={() => void dispatch(fetchBrands(slug))}
        />
      ) : (
        <>
          <CarouselTrack carousel={carousel} className={styles.brands} busy={loading}>
            {brands.length === 0
              ? SKELETONS.map((index) => (
                  <div key={index} className={styles.brand}>
                    <Skeleton />
                  </div>
                ))
              : brands.map((brand) => (
                  <div key={brand.id} className={styles.brand}>
                    <BrandLink brand={brand} base={brandLinkBase} />
                  </div>
                ))}
          </CarouselTrack>
          <div className={styles.dots}>
            <CarouselDots carousel={carousel} label="Brand pages" nameOf={(number) => `Page ${number}`} />
          </div>
        </>
      )}
    </Section>
  );
}
