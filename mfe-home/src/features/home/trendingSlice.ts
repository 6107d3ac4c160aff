import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { StorefrontSlug, TopProduct } from '@shop/contracts';
import { TRENDING_FAILURE } from '@shop/contracts/catalogFailures';
import { createCallThunk } from '@shop/shared/state';

interface TrendingState {
  store: StorefrontSlug | null;
  /** Products by page, from 1; pages that were not requested are missing. */
  pages: Record<number, TopProduct[]>;
  pageCount: number;
  loading: boolean;
  error: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof trendingSlice> {}
}

const initialState: TrendingState = { store: null, pages: {}, pageCount: 1, loading: false, error: null };

interface TrendingQuery {
  readonly store: StorefrontSlug;
  readonly page: number;
}

/** Loads a page once; a failed page is loaded again. */
export const fetchTrending = createCallThunk(
  'trending/fetched',
  async ({ store, page }: TrendingQuery, { extra }) => {
    const { listTrendingProducts } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/topProducts');
    return extra.api.request(listTrendingProducts, { query: { store, page: String(page) } });
  },
  {
    onSuccess: ({ data }) => data,
    condition: ({ store, page }, { getState }) => {
      const { trending } = getState();
      return trending.store !== store || (!trending.loading && trending.pages[page] === undefined);
    },
  },
);

export const trendingSlice = createSlice({
  name: 'trending',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchTrending.pending, (state, { meta }) => {
        if (state.store !== meta.arg.store) Object.assign(state, initialState, { store: meta.arg.store });
        state.loading = true;
        state.error = null;
      })
      .addCase(fetchTrending.fulfilled, (state, { payload, meta }) => {
        if (state.store !== meta.arg.store) return;
        state.loading = false;
        state.pages[meta.arg.page] = payload.products;
        state.pageCount = payload.pageCount;
      })
      .addCase(fetchTrending.rejected, (state, { payload, meta }) => {
        if (state.store !== meta.arg.store) return;
        state.loading = false;
        state.error = payload ?? TRENDING_FAILURE;
      }),
  selectors: { selectTrending: (state) => state },
});

export const { selectTrending } = trendingSlice.selectors;
