import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ProductDetail } from '@shop/shared/contracts';
import { createAppAsyncThunk, storefrontEntered } from '@shop/shared/state';
import { storefrontOfSlug } from '@shop/shared/storefronts';

interface ProductState {
  /** The product asked for. */
  id: string | null;
  product: ProductDetail | null;
  loading: boolean;
  error: string | null;
  notFound: boolean;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof productSlice> {}
}

const initialState: ProductState = { id: null, product: null, loading: false, error: null, notFound: false };

/** SPEC 8. */
export const NOT_FOUND_TEXT = 'Product not found';

export const fetchProduct = createAppAsyncThunk('product/fetched', async (id: string, { extra, dispatch, rejectWithValue, signal }) => {
  const result = await extra.products.detail(id, signal);
  if (!result.ok) return rejectWithValue(result.failure.message);
  dispatch(storefrontEntered(storefrontOfSlug(result.value.store))); // a product is shown in its own store
  return result.value;
});

export const productSlice = createSlice({
  name: 'product',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchProduct.pending, (_state, { meta }) => ({ ...initialState, id: meta.arg, loading: true }))
      .addCase(fetchProduct.fulfilled, (state, { payload, meta }) => {
        if (state.id !== meta.arg) return;
        state.product = payload;
        state.loading = false;
      })
      .addCase(fetchProduct.rejected, (state, { payload, meta }) => {
        if (state.id !== meta.arg) return;
        state.loading = false;
        state.error = payload ?? 'Failed to fetch product';
        state.notFound = payload === NOT_FOUND_TEXT;
      }),
  selectors: { selectProductState: (state) => state },
});

export const { selectProductState } = productSlice.selectors;
