import { paths } from '@shop/shared/navigation';
import { selectCategories, selectStorefront, useAppSelector } from '@shop/shared/state';

const CATEGORY = paths.category('');
/** With a slash at its end, a query or a fragment, a link leads to the same page. */
const leadsTo = (href: string, path: string): boolean =>
  href.startsWith(path) && /^\/?(?:[?#]|$)/.test(href.slice(path.length));

/** Returns whether a link leads to a category that the storefront has, or elsewhere. While it loads, all do. */
export const useIsOffered = (): ((href: string) => boolean) => {
  const { slug } = useAppSelector(selectStorefront);
  const { items, loading, error, currentStore } = useAppSelector(selectCategories);
  const isKnown = currentStore === slug && !loading && error === null;
  return (href) =>
    !isKnown || !href.startsWith(CATEGORY) || items.some((category) => leadsTo(href, paths.category(category.slug)));
};
