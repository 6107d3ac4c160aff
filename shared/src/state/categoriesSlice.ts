import { createSlice } from '@reduxjs/toolkit';
import type { Category } from '@shop/contracts/categories';
import { CATEGORIES_FAILURE, DEFAULT_STORE_SLUG } from '@shop/contracts/constants';
import type { StorefrontSlug } from '@shop/contracts/storefront';
import { createSharedAsyncThunk } from './createSharedAsyncThunk';

export interface CategoriesState {
  items: Category[];
  loading: boolean;
  error: string | null;
  currentStore: StorefrontSlug;
}

const initialState: CategoriesState = { items: [], loading: false, error: null, currentStore: DEFAULT_STORE_SLUG };

/** Loads a storefront's categories once; `force` reloads them, as Retry does. */
export const fetchCategories = createSharedAsyncThunk<
  Category[],
  { store: StorefrontSlug; force?: boolean },
  { state: { readonly categories: CategoriesState } }
>(
  'categories/fetched',
  async ({ store }, { extra, rejectWithValue }) => {
    const { listCategories } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/categories');
    const result = await extra.api.request(listCategories, { query: { store } });
    return result.ok ? result.value.data : rejectWithValue(result.failure.message);
  },
  {
    condition: ({ store, force }, { getState }) => {
      const { categories } = getState();
      if (categories.loading && categories.currentStore === store) return false;
      return Boolean(force) || categories.currentStore !== store || categories.items.length === 0;
    },
  },
);

export const categoriesSlice = createSlice({
  name: 'categories',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchCategories.pending, (state, { meta }) => {
        if (state.currentStore !== meta.arg.store) state.items = [];
        state.currentStore = meta.arg.store;
        state.loading = true;
        state.error = null;
      })
      .addCase(fetchCategories.fulfilled, (state, { payload, meta }) => {
        if (state.currentStore !== meta.arg.store) return;
        state.items = payload;
        state.loading = false;
      })
      .addCase(fetchCategories.rejected, (state, { payload, meta }) => {
        if (state.currentStore !== meta.arg.store) return;
        state.loading = false;
        state.error = payload ?? CATEGORIES_FAILURE;
      }),
  selectors: { selectCategories: (state) => state },
});

export const { selectCategories } = categoriesSlice.selectors;
