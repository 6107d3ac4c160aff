import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ProductDetail } from '@shop/contracts';
import { createCallThunk } from '@shop/shared/state';

interface QuickViewProductState {
  id: string | null;
  product: ProductDetail | null;
  error: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof quickViewProductSlice> {}
}

const initialState: QuickViewProductState = { id: null, product: null, error: null };

/** Separate from productSlice: the quick view may cover a product page. */
export const fetchQuickView = createCallThunk(
  'quickViewProduct/fetched',
  async (id: string, { extra, signal }) => {
    const { getProduct } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/products');
    return extra.api.request(getProduct, { params: { id } }, { signal });
  },
  { onSuccess: ({ data }) => data },
);

export const quickViewProductSlice = createSlice({
  name: 'quickViewProduct',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchQuickView.pending, (state, { meta }) => ({
        id: meta.arg,
        error: null,
        product: state.product?.id === meta.arg ? state.product : null,
      }))
      .addCase(fetchQuickView.fulfilled, (state, { payload, meta }) => {
        if (state.id === meta.arg) state.product = payload;
      })
      .addCase(fetchQuickView.rejected, (state, { payload, meta }) => {
        if (state.id === meta.arg) state.error = payload ?? 'Failed to fetch product';
      }),
  selectors: { selectQuickViewProduct: (state) => state },
});

export const { selectQuickViewProduct } = quickViewProductSlice.selectors;
