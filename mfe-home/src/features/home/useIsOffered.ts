import { paths } from '@shop/shared/navigation';
import { selectCategories, selectStorefront, useAppSelector } from '@shop/shared/state';

const CATEGORY = paths.category('');

/** Returns whether a link leads to a category that the storefront has, or elsewhere. While it loads, all do. */
export const useIsOffered = (): ((href: string) => boolean) => {
  const { slug } = useAppSelector(selectStorefront);
  const { items, loading, error, currentStore } = useAppSelector(selectCategories);
  const isKnown = currentStore === slug && !loading && error === null;
  return (href) =>
    !isKnown || !href.startsWith(CATEGORY) || items.some((category) => href === paths.category(category.slug));
};
