import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ProductPage, ProductQuery } from '@shop/contracts';
import { createCallThunk } from '@shop/shared/state';

interface Draft {
  readonly key: string;
  /** Null until loaded. */
  readonly page: Pick<ProductPage, 'total' | 'totalRelation' | 'facets'> | null;
}

interface ListingState {
  page: ProductPage | null;
  loading: boolean;
  error: string | null;
  /** Key of the pending query: a late response to an earlier query is ignored. */
  key: string | null;
  /** Recent results by query, so that going back shows them immediately at the same scroll position. */
  seen: { key: string; page: ProductPage }[];
  /** Draft filters of the sheet and their number of products. */
  draft: Draft | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof listingSlice> {}
}

const initialState: ListingState = { page: null, loading: false, error: null, key: null, seen: [], draft: null };
const MAX_SEEN = 8;

const toQueryKey = (query: ProductQuery): string =>
  JSON.stringify(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)));

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/products');

export const fetchListing = createCallThunk(
  'listing/fetched',
  async (query: ProductQuery, { extra, signal }) =>
    extra.api.request((await contracts()).listProducts, { query }, { signal }),
  { onSuccess: ({ data }) => data },
);

/** Counts the products for draft filters. On failure no count is shown. */
export const fetchDraft = createCallThunk(
  'listing/draftFetched',
  async (query: ProductQuery, { extra, signal }) =>
    extra.api.request((await contracts()).listProducts, { query }, { signal }),
  { onSuccess: ({ data }) => data },
);

export const listingSlice = createSlice({
  name: 'listing',
  initialState,
  reducers: {
    draftDropped(state) {
      state.draft = null;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(fetchListing.pending, (state, { meta }) => {
        const key = toQueryKey(meta.arg);
        state.loading = true;
        state.error = null;
        state.key = key;
        state.page = state.seen.find((answer) => answer.key === key)?.page ?? state.page;
      })
      .addCase(fetchListing.fulfilled, (state, { payload, meta }) => {
        const key = toQueryKey(meta.arg);
        state.seen = [{ key, page: payload }, ...state.seen.filter((answer) => answer.key !== key)].slice(0, MAX_SEEN);
        if (state.key !== key) return;
        state.page = payload;
        state.loading = false;
      })
      .addCase(fetchListing.rejected, (state, { payload, meta }) => {
        if (state.key !== toQueryKey(meta.arg)) return;
        state.loading = false;
        state.error = payload ?? 'Failed to fetch products';
      })
      .addCase(fetchDraft.pending, (state, { meta }) => {
        state.draft = { key: toQueryKey(meta.arg), page: null };
      })
      .addCase(fetchDraft.fulfilled, (state, { payload: { total, totalRelation, facets }, meta }) => {
        if (state.draft?.key === toQueryKey(meta.arg))
          state.draft = { key: state.draft.key, page: { total, totalRelation, facets } };
      }),
  selectors: { selectListing: (state) => state, selectDraft: (state) => state.draft?.page ?? null },
});

export const { draftDropped } = listingSlice.actions;
export const { selectListing, selectDraft } = listingSlice.selectors;
