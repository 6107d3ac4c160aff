import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { Review, ReviewPage, ReviewSort } from '@shop/contracts';
import { UNAUTHENTICATED } from '@shop/contracts/constants';
import { createAppAsyncThunk, createCallThunk, type Refusal } from '@shop/shared/state';

interface ReviewsState {
  productId: string | null;
  page: ReviewPage | null;
  sort: ReviewSort;
  loading: boolean;
  error: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof reviewsSlice> {}
}

const initialState: ReviewsState = { productId: null, page: null, sort: 'newest', loading: false, error: null };

interface ReviewsAsked {
  readonly productId: string;
  readonly sort: ReviewSort;
  readonly page: number;
}

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/reviews');

export const fetchReviews = createCallThunk(
  'reviews/fetched',
  async ({ productId, sort, page }: ReviewsAsked, { extra, signal }) =>
    extra.api.request(
      (await contracts()).listReviews,
      { params: { id: productId }, query: { sort, page: String(page) } },
      { signal },
    ),
  { onSuccess: ({ data }) => data },
);

interface NewReview extends Pick<Review, 'rating' | 'comment'> {
  readonly productId: string;
}

/** Rejects with the message; `meta` has the field and whether to log in. */
export const reviewSent = createAppAsyncThunk<ReviewPage, NewReview, { rejectValue: string; rejectedMeta: Refusal }>(
  'reviews/sent',
  async ({ productId, ...body }, { extra, rejectWithValue }) => {
    const result = await extra.api.request((await contracts()).writeReview, { params: { id: productId }, body });
    if (result.ok) return result.value.data;
    const { code, message } = result.failure;
    return rejectWithValue(code === UNAUTHENTICATED ? 'Log in to send your review.' : message, result.failure);
  },
);

export const reviewsSlice = createSlice({
  name: 'reviews',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchReviews.pending, (state, { meta }) => {
        const { productId, sort } = meta.arg;
        if (state.productId !== productId) state.page = null;
        Object.assign(state, { productId, sort, loading: true, error: null });
      })
      .addCase(fetchReviews.fulfilled, (state, { payload, meta }) => {
        if (state.productId !== meta.arg.productId || state.sort !== meta.arg.sort) return;
        Object.assign(state, { page: payload, loading: false });
      })
      .addCase(fetchReviews.rejected, (state, { payload, meta }) => {
        if (state.productId !== meta.arg.productId) return;
        Object.assign(state, { loading: false, error: payload ?? 'Failed to fetch reviews' });
      })
      .addCase(reviewSent.fulfilled, (state, { payload, meta }) => {
        if (state.productId !== meta.arg.productId) return;
        Object.assign(state, { page: payload, sort: 'newest', loading: false, error: null });
      }),
  selectors: { selectReviews: (state) => state },
});

export const { selectReviews } = reviewsSlice.selectors;
