import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import type { Storefront } from '@shop/shared/storefronts';
import { Link } from 'react-router-dom';
import styles from './SitemapPage.module.css';
import { TextPage } from './TextPage';

interface Group {
  readonly title: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

const groupsOf = ({ categories }: Storefront): readonly Group[] => [
  {
    title: 'Shop',
    links: [
      { label: 'Home', href: paths.home },
      { label: 'All products', href: paths.products },
      { label: 'Shop by category', href: paths.shopByCategory },
      { label: 'Shop by brand', href: paths.shopByBrand },
      { label: 'Promotions', href: paths.promotions },
    ],
  },
  { title: 'Categories', links: [{ label: 'All categories', href: paths.categories }, ...categories.map(({ name, slug }) => ({ label: name, href: paths.category(slug) }))] },
  {
    title: 'Your account',
    links: [
      { label: 'Log in', href: paths.login },
      { label: 'Create an account', href: paths.register },
      { label: 'Dashboard', href: paths.dashboard },
      { label: 'Account', href: paths.account },
      { label: 'Orders', href: paths.orders },
      { label: 'Wishlist', href: paths.wishlist },
      { label: 'Addresses', href: paths.addresses },
      { label: 'Cart', href: paths.cart },
    ],
  },
  {
    title: 'Read and ask',
    links: [
      { label: 'Blog', href: paths.blog },
      { label: 'About', href: paths.about },
      { label: 'Features', href: paths.features },
      { label: 'FAQ', href: paths.faq },
      { label: 'Contact', href: paths.contact },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Terms', href: paths.terms },
      { label: 'Privacy', href: paths.privacy },
      { label: 'Interest-based ads', href: paths.interestBasedAds },
      { label: 'Accessibility', href: paths.accessibility },
    ],
  },
];

/** Every page that a reader can go to by itself. */
export function SitemapPage() {
  const storefront = useAppSelector(selectStorefront);
  const text = { title: 'Sitemap', lead: `Everything there is at ${storefront.name}, on one page.`, description: `All pages of ${storefront.name}: products, categories, account, help and legal.` };
  return (
    <TextPage text={text} path={paths.sitemap}>
      <div className={styles.groups}>
        {groupsOf(storefront).map(({ title, links }) => (
          <nav key={title} aria-label={title}>
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
