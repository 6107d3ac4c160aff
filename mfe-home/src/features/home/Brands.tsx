import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { Link } from 'react-router-dom';
import { fetchBrands, selectBrands } from './brandsSlice';
import { Section } from './Section';
import styles from './Brands.module.css';

/** SPEC 4: the first five and a second row of the next five. */
const SHOWN = 10;

export function Brands() {
  const { slug, brandLinkBase } = useAppSelector(selectStorefront);
  const { items, loading, error } = useAppSelector(selectBrands);
  const dispatch = useAppDispatch();

  return (
    <Section label="Shop by brands">
      <SectionHead title="Shop by brands" />
      {error !== null ? (
        <ErrorPanel headingLevel={3} title={`Failed to load brands: ${error}`} retrying={loading} onRetry={() => void dispatch(fetchBrands(slug))} />
      ) : (
        <ul className={styles.brands} aria-busy={loading}>
          {items.slice(0, SHOWN).map((brand) => (
            <li key={brand.id}>
              <Link to={brandLinkBase + brand.slug}>{brand.name}</Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
