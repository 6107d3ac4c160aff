import { paths } from './paths';

export interface LinkGroup {
  readonly title: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
}

/** Link groups of the footer (product.md 2.4), which the sitemap shows, too. */
export const linkGroups: readonly LinkGroup[] = [
  {
    title: 'Shop',
    links: [
      { label: 'All products', href: paths.products },
      { label: 'Categories', href: paths.shopByCategory },
      { label: 'Brands', href: paths.shopByBrand },
      { label: 'Promotions', href: paths.promotions },
      { label: 'Features', href: paths.features },
    ],
  },
  {
    title: 'Your account',
    links: [
      { label: 'Dashboard', href: paths.dashboard },
      { label: 'Orders', href: paths.orders },
      { label: 'Wishlist', href: paths.wishlist },
      { label: 'Addresses', href: paths.addresses },
      { label: 'Cart', href: paths.cart },
    ],
  },
  {
    title: 'Help',
    links: [
      { label: 'FAQ', href: paths.faq },
      { label: 'About', href: paths.about },
      { label: 'Contact', href: paths.contact },
      { label: 'Sitemap', href: paths.sitemap },
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
