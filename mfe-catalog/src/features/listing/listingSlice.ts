import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ProductPage, ProductQuery } from '@shop/shared/contracts';
import { createAppAsyncThunk } from '@shop/shared/state';

interface ListingState {
  page: ProductPage | null;
  loading: boolean;
  error: string | null;
  /** The request whose answer is awaited: an earlier one's that comes later is not taken. */
  requestId: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof listingSlice> {}
}

const initialState: ListingState = { page: null, loading: false, error: null, requestId: null };

export const fetchListing = createAppAsyncThunk('listing/fetched', async (query: ProductQuery, { extra, rejectWithValue, signal }) => {
  const result = await extra.products.list(query, signal);
  return result.ok ? result.value : rejectWithValue(result.failure.message);
});

export const listingSlice = createSlice({
  name: 'listing',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchListing.pending, (state, { meta }) => {
        state.loading = true;
        state.error = null;
        state.requestId = meta.requestId;
      })
      .addCase(fetchListing.fulfilled, (state, { payload, meta }) => {
        if (state.requestId !== meta.requestId) return;
        state.page = payload;
        state.loading = false;
      })
      .addCase(fetchListing.rejected, (state, { payload, meta }) => {
        if (state.requestId !== meta.requestId) return;
        state.loading = false;
        state.error = payload ?? 'Failed to fetch products';
      }),
  selectors: { selectListing: (state) => state },
});

export const { selectListing } = listingSlice.selectors;
