import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { MAX_REVIEW_LENGTH, REVIEW_SORTS } from './constants';
import { Closed, defineEndpoint } from './endpoint';

export const Review = Type.Object({
  /** First name and initial of the author. */
  userName: Type.String(),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.String(),
  /** ISO 8601 date. */
  date: Type.String(),
});
export type Review = Static<typeof Review>;

export type ReviewSort = (typeof REVIEW_SORTS)[number];

export const ReviewPage = Type.Object({
  items: Type.Array(Review),
  /** Number of written reviews. `reviewCount` also includes ratings without text. */
  total: Type.Integer(),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  /** The product's average rating and votes, as in ProductDetail. */
  rating: Type.Number(),
  reviewCount: Type.Integer(),
  ratingCounts: Type.Array(Type.Integer(), { minItems: 5, maxItems: 5 }),
});
export type ReviewPage = Static<typeof ReviewPage>;

const ReviewParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const ReviewResponse = Type.Object({ success: Type.Literal(true), data: ReviewPage, message: Type.String() });

export const listReviews = defineEndpoint({
  method: 'GET',
  path: '/products/:id/reviews',
  params: ReviewParams,
  query: Type.Object({ sort: Type.Optional(Type.String()), page: Type.Optional(Type.String()) }),
  response: ReviewResponse,
  failureMessage: 'Failed to fetch reviews',
  summary: `Returns a page of a product's written reviews, sorted by ${REVIEW_SORTS.join(', ')}. 404 for an unknown product.`,
});

/** Not blank; may contain line breaks. */
const Comment = Type.String({ minLength: 1, maxLength: MAX_REVIEW_LENGTH, pattern: /\S/.source });

export const writeReview = defineEndpoint({
  method: 'POST',
  path: '/products/:id/reviews',
  params: ReviewParams,
  body: Closed({ rating: Type.Integer({ minimum: 1, maximum: 5 }), comment: Comment }),
  response: ReviewResponse,
  failureMessage: 'Your review could not be saved',
  summary:
    'Writes a review of a customer, one per product (409 for a second one). Returns the newest reviews, including it.',
});
