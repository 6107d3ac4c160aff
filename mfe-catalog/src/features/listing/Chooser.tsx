import { buildListingHref, paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { Link } from 'react-router-dom';
import styles from './Chooser.module.css';
import { selectListing } from './listingSlice';

interface Choice {
  readonly label: string;
  readonly href: string;
}

/** Links to the products of every category or brand of the storefront. */
export function Chooser({ by }: { readonly by: 'category' | 'brand' }) {
  const { categories } = useAppSelector(selectStorefront);
  const { page } = useAppSelector(selectListing);
  const choices: readonly Choice[] =
    by === 'category'
      ? categories.map(({ name, slug }) => ({ label: name, href: paths.category(slug) }))
      : (page?.facets.brand ?? []).map(({ label, value }) => ({ label, href: buildListingHref({ brand: value }) }));

  return (
    <nav className={styles.chooser} aria-label={by === 'category' ? 'All categories' : 'All brands'}>
      <ul>
        {choices.map(({ label, href }) => (
          <li key={href}>
            <Link to={href}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
