import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Picture } from '@shop/shared/design-system/Picture';
import { SectionHead } from '@shop/shared/design-system/SectionHead';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { paths } from '@shop/shared/navigation';
import { fetchCategories, selectCategories, selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { Link } from 'react-router-dom';
import { Section } from './Section';
import styles from './ShopByCategory.module.css';

const SKELETONS = [0, 1, 2, 3, 4];

export function ShopByCategory() {
  const { slug } = useAppSelector(selectStorefront);
  const { items, loading, error } = useAppSelector(selectCategories);
  const dispatch = useAppDispatch();

  return (
    <Section label="Shop by category">
      <SectionHead title="Shop by category" />
      {error !== null ? (
        <ErrorPanel
          headingLevel={3}
          title={`Failed to load categories: ${error}`}
          retrying={loading}
          onRetry={() => void dispatch(fetchCategories({ store: slug, force: true }))}
        />
      ) : (
        <ul className={styles.categories} aria-busy={loading}>
          {items.length === 0
            ? SKELETONS.map((index) => (
                <li key={index}>
                  <Skeleton shape="circle" />
                </li>
              ))
            : items.map((category) => (
                <li key={category.slug}>
                  <Link to={paths.category(category.slug)} className={styles.category}>
                    <span className={styles.picture}>
                      <Picture src={category.image} alt="" sizes="(min-width: 768px) 18vw, 30vw" />
                    </span>
                    <span className={styles.name}>{category.name}</span>
                  </Link>
                </li>
              ))}
        </ul>
      )}
    </Section>
  );
}
