import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { Category, StorefrontSlug, TopProduct } from '@shop/contracts';
import { CATEGORIES_WITH_PRODUCTS_FAILURE, CATEGORY_PRODUCTS_FAILURE } from '@shop/contracts/catalogFailures';
import { DEFAULT_CATEGORY_SLUG } from '@shop/contracts/constants';
import { createCallThunk } from '@shop/shared/state';

/** product.md 3.6. */
interface TopProductsState {
  categoryProducts: TopProduct[];
  currentCategory: string;
  categoriesWithProducts: Category[];
  allTopProducts: TopProduct[];
  selectedCategorySlug: string;
  loading: boolean;
  categoriesLoading: boolean;
  error: string | null;
  /** The storefront of the loaded categories. */
  store: StorefrontSlug | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof topProductsSlice> {}
}

const initialState: TopProductsState = {
  categoryProducts: [],
  currentCategory: DEFAULT_CATEGORY_SLUG,
  categoriesWithProducts: [],
  allTopProducts: [],
  selectedCategorySlug: DEFAULT_CATEGORY_SLUG,
  loading: false,
  categoriesLoading: false,
  error: null,
  store: null,
};

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/topProducts');

/** Does nothing if they are there: Back to the home page finds the chosen tab and its products. */
export const fetchCategoriesWithProducts = createCallThunk(
  'topProducts/categoriesFetched',
  async (store: StorefrontSlug, { extra }) => {
    const { listCategoriesWithProducts } = await contracts();
    return extra.api.request(listCategoriesWithProducts, { query: { store } });
  },
  {
    onSuccess: ({ data }) => data,
    condition: (store, { getState }) => {
      const { topProducts } = getState();
      return (
        topProducts.store !== store || topProducts.error !== null || topProducts.categoriesWithProducts.length === 0
      );
    },
  },
);

export const fetchCategoryProducts = createCallThunk(
  'topProducts/categoryFetched',
  async ({ store, category }: { readonly store: StorefrontSlug; readonly category: string }, { extra }) => {
    const { listCategoryProducts } = await contracts();
    return extra.api.request(listCategoryProducts, { query: { store, category } });
  },
  { onSuccess: ({ data }) => data },
);

/** Ignores late responses for another tab or storefront. */
const isAwaited = (
  state: TopProductsState,
  { store, category }: { readonly store: StorefrontSlug; readonly category: string },
): boolean => state.store === store && state.selectedCategorySlug === category;

export const topProductsSlice = createSlice({
  name: 'topProducts',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchCategoriesWithProducts.pending, (state, { meta }) => {
        if (state.store !== meta.arg) Object.assign(state, initialState, { store: meta.arg });
        state.categoriesLoading = true;
        state.error = null;
      })
      .addCase(fetchCategoriesWithProducts.fulfilled, (state, { payload, meta }) => {
        if (state.store !== meta.arg) return;
        state.categoriesLoading = false;
        state.categoriesWithProducts = payload.categories;
        state.allTopProducts = payload.products;
        state.categoryProducts = payload.products;
        state.selectedCategorySlug = payload.selected_category_slug;
        state.currentCategory = payload.selected_category_slug;
      })
      .addCase(fetchCategoriesWithProducts.rejected, (state, { payload, meta }) => {
        if (state.store !== meta.arg) return;
        state.categoriesLoading = false;
        state.error = payload ?? CATEGORIES_WITH_PRODUCTS_FAILURE;
      })
      .addCase(fetchCategoryProducts.pending, (state, { meta }) => {
        state.selectedCategorySlug = meta.arg.category;
        state.loading = true;
        state.error = null;
      })
      .addCase(fetchCategoryProducts.fulfilled, (state, { payload, meta }) => {
        if (!isAwaited(state, meta.arg)) return;
        state.loading = false;
        state.categoryProducts = payload.products;
        state.currentCategory = payload.category.slug;
      })
      .addCase(fetchCategoryProducts.rejected, (state, { payload, meta }) => {
        if (!isAwaited(state, meta.arg)) return;
        state.loading = false;
        state.error = payload ?? CATEGORY_PRODUCTS_FAILURE;
      }),
  selectors: { selectTopProducts: (state) => state },
});

export const { selectTopProducts } = topProductsSlice.selectors;
