import { paths } from '@shop/shared/navigation';
import { linkGroups, type LinkGroup } from '@shop/shared/navigation/linkGroups';
import { selectIsAuthenticated, selectStorefront, useAppSelector } from '@shop/shared/state';
import type { Storefront } from '@shop/contracts/storefronts';
import { Link } from 'react-router-dom';
import styles from './SitemapPage.module.css';
import { TextPage } from './TextPage';

/** The footer's groups and further pages. */
const buildLinkGroups = ({ categories }: Storefront, isAuthenticated: boolean): readonly LinkGroup[] => [
  {
    title: 'Start',
    links: [
      { label: 'Home', href: paths.home },
      { label: 'Blog', href: paths.blog },
      // Signed-in customers are redirected away from these.
      ...(isAuthenticated
        ? []
        : [
            { label: 'Log in', href: paths.login },
            { label: 'Create an account', href: paths.register },
          ]),
      { label: 'Account', href: paths.account },
    ],
  },
  {
    title: 'Categories',
    links: [
      { label: 'All categories', href: paths.categories },
      ...categories.map(({ name, slug }) => ({ label: name, href: paths.category(slug) })),
    ],
  },
  ...linkGroups,
];

/** Every page with an address of its own. */
export function SitemapPage() {
  const storefront = useAppSelector(selectStorefront);
  const isAuthenticated = useAppSelector(selectIsAuthenticated);
  const text = {
    title: 'Sitemap',
    lead: `Everything at ${storefront.name}, on one page.`,
    description: `All pages of ${storefront.name}: products, categories, account, help and legal.`,
  };
  return (
    <TextPage text={text} path={paths.sitemap}>
      <div className={styles.groups}>
        {buildLinkGroups(storefront, isAuthenticated).map(({ title, links }) => (
          <nav key={title} aria-label={`All pages: ${title}`}>
            <h2>{title}</h2>
            <ul>
              {links.map(({ label, href }) => (
                <li key={href}>
                  <Link to={href}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </TextPage>
  );
}
