import { selectStorefront, type PageStatus, type ShopStore } from '@shop/shared/state';
import { fetchListing } from './listingSlice';
import { toProductQuery } from './listingQuery';

const UNAVAILABLE: PageStatus = { status: 503 };

/** Fills the listing for an address; a rendered page whose data did not come says so by its status. */
export const loadListing = async (store: ShopStore, params: URLSearchParams, categoryId: string | undefined): Promise<PageStatus | void> => {
  const { slug } = selectStorefront(store.getState());
  const result = await store.dispatch(fetchListing({ ...toProductQuery(params, categoryId), store: slug }));
  return fetchListing.rejected.match(result) ? UNAVAILABLE : undefined;
};
