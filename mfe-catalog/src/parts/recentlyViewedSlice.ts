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
export const fetchRecentlyViewed = createCallThunk('recentlyViewed/fetched', (ids: readonly string[], { extra }) =>
  extra.products.recentlyViewed(ids),
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
