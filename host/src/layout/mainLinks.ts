import { paths } from '@shop/shared/navigation';

/** Links of the header (product.md 2.3). Home leads to /demos, and is active on /, too. */
export const mainLinks = [
  { label: 'Home', href: paths.demos, alsoActiveOn: paths.home },
  { label: 'Categories', href: paths.categories },
  { label: 'Blog', href: paths.blog },
  { label: 'Shop', href: paths.products },
  { label: 'About', href: paths.about },
  { label: 'Contact', href: paths.contact },
] as const;

export const isActive = (link: { readonly href: string; readonly alsoActiveOn?: string }, pathname: string): boolean =>
  pathname === link.href || pathname === link.alsoActiveOn || pathname.startsWith(`${link.href}/`);
