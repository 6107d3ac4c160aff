import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { BoughtProduct } from '@shop/contracts';
import { createCallThunk, sessionEnded } from '@shop/shared/state';

interface BuyAgainState {
  products: BoughtProduct[];
  loading: boolean;
  error: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof buyAgainSlice> {}
}

const initialState: BuyAgainState = { products: [], loading: false, error: null };

export const fetchBoughtProducts = createCallThunk(
  'buyAgain/fetched',
  async (_: void, { extra }) => {
    const { listBoughtProducts } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/boughtProducts');
    return extra.api.request(listBoughtProducts, {});
  },
  { onSuccess: ({ data }) => data },
);

export const buyAgainSlice = createSlice({
  name: 'buyAgain',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchBoughtProducts.pending, (state) => ({ ...state, loading: true, error: null }))
      .addCase(fetchBoughtProducts.fulfilled, (_state, { payload }) => ({ ...initialState, products: payload }))
      .addCase(fetchBoughtProducts.rejected, (_state, { payload }) => ({
        ...initialState,
        error: payload ?? 'Failed to fetch what you have bought',
      }))
      .addCase(sessionEnded, () => initialState),
  selectors: { selectBuyAgain: (state) => state },
});

export const { selectBuyAgain } = buyAgainSlice.selectors;
