import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Picture } from '@shop/shared/design-system/Picture';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import {
  fetchCategories,
  selectCategories,
  selectStorefront,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import { Link } from 'react-router-dom';
import styles from './CategoriesPage.module.css';

const SKELETONS = [0, 1, 2, 3, 4, 5];

export function CategoriesPage() {
  const { slug, description } = useAppSelector(selectStorefront);
  const { items, loading, error } = useAppSelector(selectCategories);
  const dispatch = useAppDispatch();

  return (
    <Wrap>
      <PageMeta title="Categories" description={description} canonicalPath={paths.categories} isInEachStorefront />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: 'Categories' }]} />
      <PageHead title="Categories" />
      {error !== null ? (
        <ErrorPanel
          title={`Failed to load categories: ${error}`}
          retrying={loading}
          onRetry={() => void dispatch(fetchCategories({ store: slug, force: true }))}
        />
      ) : (
        <ul className={styles.tiles} aria-busy={loading}>
          {items.length === 0 && loading
            ? SKELETONS.map((index) => (
                <li key={index}>
                  <Skeleton shape="card" />
                </li>
              ))
            : items.map((category, index) => (
                <li key={category.slug}>
                  <Link to={paths.category(category.slug)} className={styles.tile}>
                    <span className={styles.picture}>
                      <Picture src={category.image} alt="" sizes="(min-width: 768px) 30vw, 46vw" priority={index < 3} />
                    </span>
                    <h2 className={styles.name}>{category.name}</h2>
                  </Link>
                </li>
              ))}
        </ul>
      )}
    </Wrap>
  );
}
