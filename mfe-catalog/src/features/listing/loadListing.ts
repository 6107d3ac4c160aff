import { selectStorefront, storefrontEntered, type PageStatus, type ShopStore } from '@shop/shared/state';
import { findStorefrontByCategory } from '@shop/contracts/storefronts';
import { toFixedFilters, type ListingPlace } from './listingPages';
import { toProductQuery } from './listingQuery';
import { fetchListing } from './listingSlice';

const UNAVAILABLE: PageStatus = { status: 503 };

/** Loads the listing for a URL. On the server, a failure sets the page's status code. */
export const loadListing = async (
  store: ShopStore,
  params: URLSearchParams,
  place: ListingPlace,
): Promise<PageStatus | void> => {
  // A category is shown in its own storefront, like a product.
  const owner =
    place.categoryId === undefined
      ? undefined
      : findStorefrontByCategory(store.getState().storefront.storeConfig, place.categoryId);
  if (owner) store.dispatch(storefrontEntered(owner));
  const { slug } = selectStorefront(store.getState());
  const result = await store.dispatch(fetchListing({ ...toProductQuery(params, toFixedFilters(place)), store: slug }));
  return fetchListing.rejected.match(result) ? UNAVAILABLE : undefined;
};
