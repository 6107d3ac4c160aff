import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { Brand, StorefrontSlug } from '@shop/contracts';
import { BRANDS_FAILURE } from '@shop/contracts/catalogFailures';
import { DEFAULT_STORE_SLUG } from '@shop/contracts/constants';
import { createCallThunk } from '@shop/shared/state';

/** product.md 3.8. */
interface BrandsState {
  items: Brand[];
  loading: boolean;
  error: string | null;
  currentStore: StorefrontSlug;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof brandsSlice> {}
}

const initialState: BrandsState = { items: [], loading: false, error: null, currentStore: DEFAULT_STORE_SLUG };

export const fetchBrands = createCallThunk(
  'brands/fetched',
  async (store: StorefrontSlug, { extra }) => {
    const { listBrands } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/brands');
    return extra.api.request(listBrands, { query: { store } });
  },
  { onSuccess: ({ data }) => data },
);

export const brandsSlice = createSlice({
  name: 'brands',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchBrands.pending, (state, { meta }) => {
        if (state.currentStore !== meta.arg) state.items = [];
        state.currentStore = meta.arg;
        state.loading = true;
        state.error = null;
      })
      .addCase(fetchBrands.fulfilled, (state, { payload, meta }) => {
        if (state.currentStore !== meta.arg) return;
        state.items = payload;
        state.loading = false;
      })
      .addCase(fetchBrands.rejected, (state, { payload, meta }) => {
        if (state.currentStore !== meta.arg) return;
        state.loading = false;
        state.error = payload ?? BRANDS_FAILURE;
      }),
  selectors: { selectBrands: (state) => state },
});

export const { selectBrands } = brandsSlice.selectors;
