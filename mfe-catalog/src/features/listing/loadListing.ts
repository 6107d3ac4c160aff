import { selectStorefront, storefrontEntered, type PageStatus, type ShopStore } from '@shop/shared/state';
import { findStorefrontByCategory, findStorefrontBySlug } from '@shop/contracts/storefronts';
import { paths } from '@shop/shared/navigation';
import { redirect } from 'react-router-dom';
import { toFixedFilters, type ListingPlace } from './listingPages';
import { toProductQuery } from './listingQuery';
import { fetchListing } from './listingSlice';

const UNAVAILABLE: PageStatus = { status: 503 };
const MOVED = 301;

/**
 * Loads the listing for a URL. On the server, a failure sets the page's status code, and the former address of a
 * category leads to the present one.
 */
export const loadListing = async (
  store: ShopStore,
  url: URL,
  place: ListingPlace,
): Promise<PageStatus | Response | void> => {
  const { categoryId } = place;
  const known = store.getState().storefront.storeConfig;
  const load = () => {
    const { slug } = selectStorefront(store.getState());
    const query = { ...toProductQuery(url.searchParams, toFixedFilters(place)), store: slug };
    return store.dispatch(fetchListing(query));
  };
  // A category is shown in its own storefront, like a product; one that several have, in the present one.
  const isHere = selectStorefront(store.getState()).categories.some(({ slug }) => slug === categoryId);
  const owner = categoryId === undefined || isHere ? undefined : findStorefrontByCategory(known, categoryId);
  if (owner) store.dispatch(storefrontEntered(owner));
  let result = await load();
  if (fetchListing.rejected.match(result)) return UNAVAILABLE;
  const { category } = result.payload;
  if (categoryId === undefined || !category) return;
  const other = findStorefrontBySlug(known, category.store);
  if (other !== undefined && category.store !== selectStorefront(store.getState()).slug) {
    store.dispatch(storefrontEntered(other));
    result = await load();
    if (fetchListing.rejected.match(result)) return UNAVAILABLE;
  }
  if (category.slug !== categoryId) return redirect(paths.category(category.slug) + url.search, MOVED);
};
