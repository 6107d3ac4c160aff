import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { Product } from '@shop/shared/contracts';
import { createAppAsyncThunk } from '@shop/shared/state';

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
export const fetchRecentlyViewed = createAppAsyncThunk(
  'recentlyViewed/fetched',
  async (ids: readonly string[], { extra, rejectWithValue }) => {
    const result = await extra.products.recentlyViewed(ids);
    return result.ok ? result.value : rejectWithValue(result.failure.message);
  },
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
