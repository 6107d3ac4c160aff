import { createSlice, isAnyOf, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { Product, ProductDetail, StorefrontSlug } from '@shop/contracts';
import { RELATED_PRODUCTS } from '@shop/contracts/constants';
import { createAppAsyncThunk, createCallThunk, sessionEnded, storefrontEntered } from '@shop/shared/state';
import { findStorefrontBySlug } from '@shop/contracts/storefronts';
import { fetchReviews, reviewSent } from './reviews/reviewsSlice';

interface ProductState {
  /** Id of the requested product. */
  id: string | null;
  product: ProductDetail | null;
  /** Only whoever has the link sees it: it cannot be bought. */
  isDraft: boolean;
  /** Related products, or featured ones if there is no product; empty until loaded and on failure. */
  related: Product[];
  error: string | null;
  notFound: boolean;
  /** Millimeters of the ring size that was chosen last in this visit. */
  ringSize: number | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof productSlice> {}
}

const initialState: ProductState = {
  id: null,
  product: null,
  isDraft: false,
  related: [],
  error: null,
  notFound: false,
  ringSize: null,
};

/** product.md 5.7. */
export const NOT_FOUND_TEXT = 'Product not found';

/** The API responds that there is no such product, or refuses the id as invalid (such as one of 3,000 characters). */
const STATUSES_OF_NONE: readonly number[] = [400, 404];

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/products');

interface Asked {
  readonly id: string;
  /** The key of a link to a product that is not published; null for what everybody sees. */
  readonly draft: string | null;
}

export const fetchProduct = createAppAsyncThunk(
  'product/fetched',
  async ({ id, draft }: Asked, { extra, dispatch, getState, rejectWithValue, signal }) => {
    const { getProduct, getProductDraft } = await contracts();
    const params = { id };
    const result =
      draft === null
        ? await extra.api.request(getProduct, { params }, { signal })
        : await extra.api.request(getProductDraft, { params, query: { key: draft } }, { signal });
    if (!result.ok)
      return rejectWithValue(
        STATUSES_OF_NONE.includes(result.failure.status) ? NOT_FOUND_TEXT : result.failure.message,
      );
    // A product is shown in its own storefront, or in the current one if the host does not know its own.
    const product = result.value.data;
    const owner = findStorefrontBySlug(getState().storefront.storeConfig, product.store);
    if (owner) dispatch(storefrontEntered(owner));
    return { product, isDraft: 'published' in result.value && !result.value.published };
  },
);

/** Related products are optional: a failure is ignored. */
export const fetchRelated = createCallThunk(
  'product/relatedFetched',
  async (id: string, { extra, signal }) =>
    extra.api.request((await contracts()).listRelatedProducts, { params: { id } }, { signal }),
  { onSuccess: ({ data }) => data },
);

/** Featured products for a page without a product; optional like related ones. */
export const fetchFeatured = createCallThunk(
  'product/featuredFetched',
  async (store: StorefrontSlug, { extra, signal }) =>
    extra.api.request((await contracts()).listProducts, { query: { store } }, { signal }),
  { onSuccess: ({ data }) => data },
);

export const productSlice = createSlice({
  name: 'product',
  initialState,
  reducers: {
    ringSizeChosen(state, { payload }: PayloadAction<number>) {
      state.ringSize = payload;
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(fetchProduct.pending, (state, { meta }) => ({
        ...initialState,
        id: meta.arg.id,
        ringSize: state.ringSize,
        related: state.id === meta.arg.id ? state.related : [],
      }))
      .addCase(fetchProduct.fulfilled, (state, { payload, meta }) => {
        if (state.id === meta.arg.id) Object.assign(state, payload);
      })
      .addCase(fetchProduct.rejected, (state, { payload, meta }) => {
        if (state.id !== meta.arg.id) return;
        state.error = payload ?? 'Failed to fetch product';
        state.notFound = payload === NOT_FOUND_TEXT;
      })
      .addCase(fetchRelated.fulfilled, (state, { payload, meta }) => {
        if (state.id === meta.arg) state.related = payload;
      })
      .addCase(fetchFeatured.fulfilled, (state, { payload }) => {
        if (state.notFound) state.related = payload.items.slice(0, RELATED_PRODUCTS);
      })
      .addCase(sessionEnded, (state) => {
        state.ringSize = null;
      })
      // Update average and count (product.md 5.6).
      .addMatcher(isAnyOf(fetchReviews.fulfilled, reviewSent.fulfilled), (state, { payload, meta }) => {
        if (state.product?.id !== meta.arg.productId) return;
        const { rating, reviewCount, ratingCounts } = payload;
        Object.assign(state.product, { rating, reviewCount, ratingCounts });
      }),
  selectors: { selectProductState: (state) => state },
});

export const { ringSizeChosen } = productSlice.actions;
export const { selectProductState } = productSlice.selectors;
