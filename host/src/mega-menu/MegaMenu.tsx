import { Picture } from '@shop/shared/design-system/Picture';
import { buildListingHref, paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { storefrontLayouts } from '@shop/shared/storefronts/layouts';
import { Link } from 'react-router-dom';
import styles from './MegaMenu.module.css';
import { readMenu } from './readMenu';

/** The storefront's main categories with searches, the other categories below, and a promotion. */
export function MegaMenu({ onFollow }: { readonly onFollow: () => void }) {
  const storefront = useAppSelector(selectStorefront);
  const { id, categories } = storefront;
  const { columns, promotion } = readMenu(storefront, storefrontLayouts[id].menu);
  const findCategoryName = (slug: string): string =>
    categories.find((category) => category.slug === slug)?.name ?? slug;
  const others = categories.filter(({ slug }) => !columns.some(({ category }) => category === slug));

  return (
    <div className={styles.wrap}>
      {columns.map(({ category, searches }) => (
        <section key={category} aria-labelledby={`menu-${category}`}>
          <h2 id={`menu-${category}`} className={styles.title}>
            {findCategoryName(category)}
          </h2>
          <ul>
            {searches.map(({ label, q }) => (
              <li key={q}>
                <Link to={buildListingHref({ category, q })} onClick={onFollow}>
                  {label}
                </Link>
              </li>
            ))}
            <li>
              <Link className={styles.all} to={paths.category(category)} onClick={onFollow}>
                All {findCategoryName(category).toLowerCase()}
              </Link>
            </li>
          </ul>
        </section>
      ))}
      {promotion && (
        <Link className={styles.promotion} to={promotion.href} onClick={onFollow}>
          <span className={styles.picture}>
            <Picture src={promotion.picture} alt="" sizes="22rem" />
          </span>
          <span className={styles.promotionTitle}>{promotion.title}</span>
        </Link>
      )}
      <ul className={styles.others}>
        {others.map(({ name, slug }) => (
          <li key={slug}>
            <Link to={paths.category(slug)} onClick={onFollow}>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <Link className={styles.all} to={paths.categories} onClick={onFollow}>
            All categories
          </Link>
        </li>
      </ul>
    </div>
  );
}
