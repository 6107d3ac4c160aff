import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { MAX_REVIEW_LENGTH, type REVIEW_SORTS } from './constants';
import { Closed, defineEndpoint, Nullable } from './endpoint';
import { typedText } from './fields';

export const Review = Type.Object({
  /** First name and initial of the author. */
  userName: Type.String(),
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.String(),
  /** ISO 8601 date. */
  date: Type.String(),
  /** Public answer of the shop. */
  reply: Type.Optional(Type.String()),
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
  /** In the response to writing a review: the review if it waits for a check, and is not among the items. */
  waiting: Type.Optional(Review),
});
export type ReviewPage = Static<typeof ReviewPage>;

const ReviewParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 128 }) });
const ReviewResponse = Type.Object({ success: Type.Literal(true), data: ReviewPage, message: Type.String() });

export const listReviews = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/products/:id/reviews',
  access: 'anyone',
  params: ReviewParams,
  query: Type.Object({ sort: Type.Optional(Type.String()), page: Type.Optional(Type.String()) }),
  response: ReviewResponse,
  failureMessage: 'Failed to fetch reviews',
});

/** Not blank; may contain line breaks. */
const Comment = Type.String({ ...typedText, minLength: 1, maxLength: MAX_REVIEW_LENGTH, pattern: /\S/.source });

export const writeReview = defineEndpoint({
  method: 'POST',
  path: '/products/:id/reviews',
  access: 'customer',
  params: ReviewParams,
  body: Closed({ rating: Type.Integer({ minimum: 1, maximum: 5 }), comment: Comment }),
  response: ReviewResponse,
  failureMessage: 'Your review could not be saved',
});

export const getWaitingReview = defineEndpoint({
  method: 'GET',
  path: '/products/:id/reviews/waiting',
  access: 'customer',
  params: ReviewParams,
  response: Type.Object({ success: Type.Literal(true), data: Nullable(Review), message: Type.String() }),
  failureMessage: 'Failed to fetch your review',
});
