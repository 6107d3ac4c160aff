import { buildListingHref, paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { LinkChips } from './LinkChips';
import { selectListing } from './listingSlice';

/** Links to the products of every category or brand of the storefront. */
export function Chooser({ by }: { readonly by: 'category' | 'brand' }) {
  const { categories } = useAppSelector(selectStorefront);
  const { page } = useAppSelector(selectListing);
  return by === 'category' ? (
    <LinkChips
      title="All categories"
      links={categories.map(({ name, slug }) => ({ label: name, href: paths.category(slug) }))}
    />
  ) : (
    <LinkChips
      title="All brands"
      links={(page?.facets.brand ?? []).map(({ label, value }) => ({
        label,
        href: buildListingHref({ brand: value }),
      }))}
    />
  );
}
