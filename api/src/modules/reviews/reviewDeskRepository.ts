import type { ReviewState, StaffReview } from '@shop/contracts';
import type { Actor } from '../../audit/Actor';
import type { Queryable } from '../../database/Database';
import { buildPaidSql } from '../orders/orderStatus';

const PAGE_SIZE = 50;
/** More is shown as "1,000+". */
const MAX_COUNT = 1_000;

const TIME = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;
/** "bought" is no EXISTS, for which the planner would read all orders of the shop once, instead of each author's. */
const REVIEW_JSON = `json_build_object('id', r.id, 'state', r.status, 'rating', r.rating, 'text', r.comment, 'author', r.user_name,
  'date', to_char(r.created_at AT TIME ZONE 'UTC', ${TIME}), 'reply', r.reply,
  'product', json_build_object('id', p.id, 'name', p.name, 'image', p.image, 'rating', p.rating_tenths::float / 10, 'votes', p.review_count),
  'bought', coalesce((SELECT true FROM orders o JOIN order_lines l ON l.order_id = o.id
     WHERE o.account_id = r.account_id AND l.product_id = r.product_id AND ${buildPaidSql('o')} LIMIT 1), false),
  'decision', (SELECT json_build_object('to', d.status, 'by', d.actor ->> 'name', 'due_at', to_char(d.due_at AT TIME ZONE 'UTC', ${TIME}))
     FROM review_decisions d WHERE d.review_id = r.id))`;

/** Null for all. */
export interface ReviewDeskFilter {
  readonly state: ReviewState;
  readonly stars: number | null;
  readonly productId: string | null;
  /** Instant and id of the last review of the page before. */
  readonly after: { readonly date: Date; readonly id: number } | null;
}

/** Those that wait: the one that waits the longest first. Others: the newest first. */
const ORDERS = {
  oldest: { sql: 'r.created_at, r.id', beyond: '>' },
  newest: { sql: 'r.created_at DESC, r.id DESC', beyond: '<' },
} as const;

/** Returns a page of reviews for the desk, and the cursor of the next one. */
export const findDeskReviews = async (
  connection: Queryable,
  { state, stars, productId, after }: ReviewDeskFilter,
): Promise<{ readonly items: StaffReview[]; readonly next: string | null }> => {
  const { sql, beyond } = ORDERS[state === 'waiting' ? 'oldest' : 'newest'];
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  // Conditions are added as needed: the planner then finds the index of each.
  const conditions = [
    `r.status = ${bind(state)}`,
    ...(stars === null ? [] : [`r.rating = ${bind(stars)}`]),
    ...(productId === null ? [] : [`r.product_id = ${bind(productId)}`]),
    ...(after === null
      ? []
      : [`(r.created_at, r.id) ${beyond} (${bind(after.date)}::timestamptz, ${bind(after.id)}::int)`]),
  ];
  const { rows } = await connection.query<{ review: StaffReview; at: Date }>(
    `SELECT ${REVIEW_JSON} AS review, r.created_at AS at
     FROM (SELECT * FROM reviews r WHERE ${conditions.join(' AND ')} ORDER BY ${sql} LIMIT ${PAGE_SIZE + 1}) r
     JOIN products p ON p.id = r.product_id ORDER BY ${sql}`,
    values,
  );
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map(({ review }) => review),
    next: rows.length > PAGE_SIZE && last ? `${last.at.getTime()}-${last.review.id}` : null,
  };
};

export const findDeskReview = async (connection: Queryable, id: number): Promise<StaffReview | undefined> =>
  (
    await connection.query<{ review: StaffReview }>(
      `SELECT ${REVIEW_JSON} AS review FROM reviews r JOIN products p ON p.id = r.product_id WHERE r.id = $1`,
      [id],
    )
  ).rows[0]?.review;

/** How many reviews wait and are not decided, at most a thousand. */
export const countWaitingReviews = async (connection: Queryable): Promise<number> => {
  const { rows } = await connection.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM reviews r WHERE r.status = 'waiting'
       AND NOT EXISTS (SELECT 1 FROM review_decisions d WHERE d.review_id = r.id) LIMIT ${MAX_COUNT}) waiting`,
  );
  return rows[0]?.count ?? 0;
};

// --- Answers

/** Returns the answer before; undefined if there is no such review. */
export const lockReply = async (connection: Queryable, id: number): Promise<string | undefined> =>
  (await connection.query<{ reply: string }>('SELECT reply FROM reviews WHERE id = $1 FOR UPDATE', [id])).rows[0]
    ?.reply;

export const setReply = async (connection: Queryable, id: number, reply: string): Promise<void> => {
  await connection.query('UPDATE reviews SET reply = $2 WHERE id = $1', [id, reply]);
};

// --- Decisions that can be taken back

export interface PendingDecision {
  readonly reviewId: number;
  readonly status: 'published' | 'removed';
  readonly reason: string;
  readonly actor: Actor;
}

/** Returns false if somebody has decided the review in the last seconds. */
export const insertDecision = async (
  connection: Queryable,
  { reviewId, status, reason, actor }: PendingDecision,
  dueAt: Date,
): Promise<boolean> =>
  (
    await connection.query(
      `INSERT INTO review_decisions (review_id, status, reason, actor, due_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (review_id) DO NOTHING`,
      [reviewId, status, reason, JSON.stringify(actor), dueAt],
    )
  ).rowCount === 1;

/** Takes back a decision of a member of staff. Returns false if it is carried out, or somebody else's. */
export const deleteDecision = async (connection: Queryable, reviewId: number, staffId: string): Promise<boolean> =>
  (
    await connection.query("DELETE FROM review_decisions WHERE review_id = $1 AND actor ->> 'id' = $2", [
      reviewId,
      staffId,
    ])
  ).rowCount === 1;

/** Drops what is decided about a review, whoever did. */
export const dropDecision = async (connection: Queryable, reviewId: number): Promise<void> => {
  await connection.query('DELETE FROM review_decisions WHERE review_id = $1', [reviewId]);
};

/** Takes a decision that is due out of the queue; undefined if there is none, or others have them all. */
export const takeDueDecision = async (connection: Queryable, now: Date): Promise<PendingDecision | undefined> =>
  (
    await connection.query<PendingDecision>(
      `DELETE FROM review_decisions WHERE review_id = (
         SELECT review_id FROM review_decisions WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING review_id AS "reviewId", status, reason, actor`,
      [now],
    )
  ).rows[0];

/** State of a review and who decided it in the last seconds; undefined if there is no such review. */
export const findState = async (
  connection: Queryable,
  id: number,
): Promise<{ readonly status: ReviewState; readonly decidedBy: string | null } | undefined> =>
  (
    await connection.query<{ status: ReviewState; decidedBy: string | null }>(
      `SELECT r.status, (SELECT d.actor ->> 'name' FROM review_decisions d WHERE d.review_id = r.id) AS "decidedBy"
       FROM reviews r WHERE r.id = $1 FOR UPDATE`,
      [id],
    )
  ).rows[0];
