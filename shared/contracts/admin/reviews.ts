import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { typedText } from '../fields';

export const ReviewState = Type.Union([Type.Literal('waiting'), Type.Literal('published'), Type.Literal('removed')]);
export type ReviewState = Static<typeof ReviewState>;

export const MAX_REPLY_LENGTH = 1_000;
export const MAX_REASON_LENGTH = 200;
/** As many as a page of the list has. */
export const MAX_DECISIONS = 50;
/** For how long a decision can be taken back. The shop shows nothing of it before. */
export const UNDO_S = 10;

/** A decision that can still be taken back. */
const PendingDecision = Type.Object({
  to: Type.Union([Type.Literal('published'), Type.Literal('removed')]),
  by: Type.String(),
  /** When it takes effect. */
  due_at: Type.String(),
});

export const StaffReview = Type.Object({
  id: Type.Integer(),
  state: ReviewState,
  rating: Type.Integer({ minimum: 1, maximum: 5 }),
  /** Plain text, whatever it looks like. */
  text: Type.String(),
  author: Type.String(),
  date: Type.String(),
  product: Type.Object({
    id: Type.String(),
    name: Type.String(),
    image: Type.String(),
    rating: Type.Number(),
    votes: Type.Integer(),
  }),
  /** Its author has paid for the product. */
  bought: Type.Boolean(),
  /** Public answer of the shop; '' if there is none. */
  reply: Type.String(),
  decision: Nullable(PendingDecision),
});
export type StaffReview = Static<typeof StaffReview>;

const Filter = Type.Optional(Type.String({ maxLength: 128 }));

/** Reviews of one state, those that wait the longest first, others the newest first; fifty at a time. */
export const listStaffReviews = defineEndpoint({
  method: 'GET',
  path: '/admin/reviews',
  access: { staff: 'reviews.write' },
  query: Type.Object({
    /** 'waiting' if unset. */
    state: Filter,
    /** One number of stars. */
    stars: Filter,
    /** Id of a product. */
    product: Filter,
    cursor: Filter,
  }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ items: Type.Array(StaffReview), next: Nullable(Type.String()) }),
  }),
  failureMessage: 'Failed to fetch the reviews',
});

/** What became of one review: an error names why nothing was done. */
const Outcome = Type.Object({ id: Type.Integer(), error: Nullable(Type.String()) });
const Outcomes = Type.Object({ status: Type.Literal(true), message: Type.String(), data: Type.Array(Outcome) });
export type ReviewOutcome = Static<typeof Outcome>;

/** Publishes or rejects reviews, ten seconds later. One that somebody else has decided meanwhile stays as it is. */
export const decideReviews = defineEndpoint({
  method: 'POST',
  path: '/admin/reviews/decisions',
  access: { staff: 'reviews.write' },
  body: Closed({
    reviews: Type.Array(
      Closed({
        id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
        /** The state in which it was seen. */
        seen: ReviewState,
      }),
      { minItems: 1, maxItems: MAX_DECISIONS },
    ),
    to: Type.Union([Type.Literal('published'), Type.Literal('removed')]),
    /** Why it is rejected, for colleagues. */
    reason: Type.Optional(Type.String({ ...typedText, maxLength: MAX_REASON_LENGTH })),
  }),
  response: Outcomes,
  failureMessage: 'The decision could not be saved.',
});

/** Takes back one's own decisions of the last ten seconds. */
export const undoReviewDecisions = defineEndpoint({
  method: 'POST',
  path: '/admin/reviews/decisions/undo',
  access: { staff: 'reviews.write' },
  body: Closed({
    ids: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { minItems: 1, maxItems: MAX_DECISIONS }),
  }),
  response: Outcomes,
  failureMessage: 'It could not be taken back.',
});

/** Answers a review in public; '' takes the answer back. */
export const replyToReview = defineEndpoint({
  method: 'PATCH',
  path: '/admin/reviews/:id',
  access: { staff: 'reviews.write' },
  params: Type.Object({ id: Type.String({ maxLength: 9, pattern: /^\d+$/.source }) }),
  body: Closed({
    reply: Type.String({ ...typedText, maxLength: MAX_REPLY_LENGTH }),
    /** The answer that was seen: another one meanwhile is a conflict. */
    seen: Type.String({ maxLength: MAX_REPLY_LENGTH }),
  }),
  response: Type.Object({ status: Type.Literal(true), message: Type.String(), review: StaffReview }),
  failureMessage: 'The answer could not be saved.',
});

/** What waits, for the navigation: at most a thousand. Only what this person may see. */
export const getCounts = defineEndpoint({
  method: 'GET',
  path: '/admin/counts',
  access: { staff: 'any' },
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({
      reviews: Type.Optional(Type.Integer()),
      /** What the views of these names list; `unpaid` also has guests' cash orders that are not confirmed. */
      to_send: Type.Optional(Type.Integer()),
      late: Type.Optional(Type.Integer()),
      unpaid: Type.Optional(Type.Integer()),
      /** Refunds that failed, and money that is owed: fewer than the view has. */
      refunds: Type.Optional(Type.Integer()),
    }),
  }),
  failureMessage: 'Failed to count what waits',
});
