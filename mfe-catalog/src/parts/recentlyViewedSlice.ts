import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { Product } from '@shop/contracts';
import { createCallThunk } from '@shop/shared/state';

interface RecentlyViewedState {
  items: Product[];
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof recentlyViewedSlice> {}
}

const initialState: RecentlyViewedState = { items: [] };
const MAX_SHOWN = 4;

/**
 * Loads the products whose ids this browser stored; removed products are left out. A failure keeps the current list.
 */
export const fetchRecentlyViewed = createCallThunk(
  'recentlyViewed/fetched',
  async (ids: readonly string[], { extra }) => {
    const { listProductsById } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/products');
    return extra.api.request(listProductsById, { query: ids.length > 0 ? { ids: ids.join(',') } : {} });
  },
  { onSuccess: ({ data }) => data },
);

export const recentlyViewedSlice = createSlice({
  name: 'recentlyViewed',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder.addCase(fetchRecentlyViewed.fulfilled, (state, { payload }) => {
      state.items = payload.slice(0, MAX_SHOWN);
    }),
  selectors: { selectRecentlyViewed: (state) => state.items },
});

export const { selectRecentlyViewed } = recentlyViewedSlice.selectors;
