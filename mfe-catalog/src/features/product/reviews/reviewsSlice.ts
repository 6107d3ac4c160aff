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

export const fetchReviews = createCallThunk(
  'reviews/fetched',
  ({ productId, ...query }: ReviewsAsked, { extra, signal }) => extra.products.reviews(productId, query, signal),
);

interface NewReview extends Pick<Review, 'rating' | 'comment'> {
  readonly productId: string;
}

/** Rejects with the message; `meta` has the field and whether to log in. */
export const reviewSent = createAppAsyncThunk<ReviewPage, NewReview, { rejectValue: string; rejectedMeta: Refusal }>(
  'reviews/sent',
  async ({ productId, ...review }, { extra, getState, rejectWithValue }) => {
    if (extra.products.reviewsNeedSignIn && !getState().auth.isAuthenticated) {
      return rejectWithValue('Log in to send your review.', { code: UNAUTHENTICATED, status: 401, fields: {} });
    }
    const result = await extra.products.writeReview(productId, review);
    return result.ok ? result.value : rejectWithValue(result.failure.message, result.failure);
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
