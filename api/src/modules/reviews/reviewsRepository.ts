import { REVIEWS_PER_PAGE, type Review, type ReviewPage, type ReviewSort } from '@shop/contracts';
import type { Queryable, Readable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import { buildPaidSql } from '../orders/orderStatus';
import type { reviewsTable } from './reviewsTables';

const ORDER_SQL: Readonly<Record<ReviewSort, string>> = {
  newest: 'created_at DESC, id DESC',
  highest: 'rating DESC, id DESC',
  lowest: 'rating, id',
};

/** A row `r` of reviews as the shop shows it. */
export const REVIEW_JSON = `json_strip_nulls(json_build_object('userName', r.user_name, 'rating', r.rating, 'comment', r.comment,
  'date', to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'reply', nullif(r.reply, '')))`;

/**
 * Returns a page of a product's reviews with its votes; undefined if the product is unknown. A page past the end
 * returns the last one.
 */
export const findReviewPage = async (
  database: Readable,
  productId: string,
  sort: ReviewSort,
  page: number,
): Promise<ReviewPage | undefined> => {
  const { rows } = await database.query<Omit<ReviewPage, 'pageSize'>>({
    name: `reviews-${sort}`,
    text: `
      WITH counted AS (SELECT count(*)::integer AS total FROM reviews WHERE product_id = $1 AND status = 'published'),
      paged AS (SELECT total, greatest(1, least($2::integer, ceil(total / ${REVIEWS_PER_PAGE}.0)::integer)) AS page FROM counted)
      SELECT total, page, p.rating_tenths::float / 10 AS rating, p.review_count AS "reviewCount", p.rating_counts AS "ratingCounts",
        (SELECT coalesce(json_agg(${REVIEW_JSON}), '[]') FROM (
           SELECT * FROM reviews WHERE product_id = $1 AND status = 'published' ORDER BY ${ORDER_SQL[sort]} LIMIT ${REVIEWS_PER_PAGE} OFFSET (SELECT (page - 1) * ${REVIEWS_PER_PAGE} FROM paged)) r) AS items
      FROM paged, products p WHERE p.id = $1`,
    values: [productId, page],
  });
  return rows[0] && { ...rows[0], pageSize: REVIEWS_PER_PAGE };
};

export type ReviewStatus = 'published' | 'waiting' | 'removed';

export interface NewReview extends Pick<Review, 'userName' | 'rating' | 'comment'> {
  readonly productId: string;
  readonly accountId: string;
  readonly status: ReviewStatus;
}

/** Returns an account's review of a product if it waits for a check. */
export const findWaitingReview = async (
  database: Queryable,
  productId: string,
  accountId: string,
): Promise<Review | undefined> => {
  const { rows } = await database.query<{ review: Review }>(
    `SELECT ${REVIEW_JSON} AS review FROM reviews r WHERE product_id = $1 AND account_id = $2 AND status = 'waiting'`,
    [productId, accountId],
  );
  return rows[0]?.review;
};

/** True if the account has a paid or shipped order of the product. */
export const hasBought = async (database: Queryable, productId: string, accountId: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    `SELECT 1 FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.account_id = $2 AND l.product_id = $1
     AND ${buildPaidSql('o')} LIMIT 1`,
    [productId, accountId],
  );
  return rowCount === 1;
};

/** Returns an account's published review of a product, unless an operator has approved it. */
export const findEarnedReviews = async (
  connection: Queryable,
  productId: string,
  accountId: string,
): Promise<{ readonly id: number; readonly rating: number }[]> =>
  (
    await connection.query<{ id: number; rating: number }>(
      "SELECT id, rating FROM reviews WHERE product_id = $1 AND account_id = $2 AND status = 'published' AND NOT approved",
      [productId, accountId],
    )
  ).rows;

/** Returns false if the account has already reviewed the product. */
export const insertReview = (connection: Queryable, review: NewReview, now: Date): Promise<boolean> =>
  insertRow<typeof reviewsTable>(connection, 'reviews', { ...review, createdAt: now }, 'ON CONFLICT DO NOTHING');

/** Adds a vote, or removes one, and updates the average. */
export const changeVotes = async (
  connection: Queryable,
  productId: string,
  rating: number,
  change: 1 | -1,
): Promise<void> => {
  await connection.query(
    `UPDATE products p SET rating_counts = v.counts, review_count = v.votes, rating_tenths = coalesce(round(v.stars * 10.0 / nullif(v.votes, 0)), 0)
     FROM (SELECT array_agg(n ORDER BY star) AS counts, sum(n) AS votes, sum(n * star) AS stars FROM (
       SELECT star, rating_counts[star] + CASE WHEN star = $2 THEN $3::integer ELSE 0 END AS n
       FROM products, generate_series(1, 5) star WHERE id = $1) counted) v
     WHERE p.id = $1`,
    [productId, rating, change],
  );
};

/** Locks a product's votes. Returns false if it is unknown or not published. */
export const lockVotes = async (connection: Queryable, productId: string): Promise<boolean> =>
  (
    await connection.query<{ published: boolean }>(
      "SELECT status = 'published' AS published FROM products WHERE id = $1 FOR NO KEY UPDATE",
      [productId],
    )
  ).rows[0]?.published === true;

/** A review in the operator's list. */
export interface ListedReview {
  readonly id: number;
  readonly status: ReviewStatus;
  readonly product_id: string;
  /** Null for reviews of the content and of deleted accounts. */
  readonly account_id: string | null;
  readonly rating: number;
  readonly comment: string;
  /** ISO 8601 instant. */
  readonly date: string;
}

export interface ReviewFilter {
  /** Null for all. */
  readonly status: ReviewStatus | null;
  readonly page: number;
  readonly pageSize: number;
}

/** Returns a page of all reviews, those that wait first, and then the newest. For commands, never for requests. */
export const findAllReviews = async (
  database: Queryable,
  { status, page, pageSize }: ReviewFilter,
): Promise<{ readonly items: ListedReview[]; readonly total: number }> => {
  const { rows } = await database.query<{ review: ListedReview }>(
    `SELECT row_to_json(r) AS review FROM (
       SELECT id, status, product_id, account_id, rating, comment, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS date
       FROM reviews WHERE $1::text IS NULL OR status = $1 ORDER BY (status = 'waiting') DESC, created_at DESC, id DESC LIMIT $2 OFFSET $3) r`,
    [status, pageSize, (page - 1) * pageSize],
  );
  const { rows: counts } = await database.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM reviews WHERE $1::text IS NULL OR status = $1',
    [status],
  );
  return { items: rows.map(({ review }) => review), total: counts[0]?.total ?? 0 };
};

export interface StoredReview {
  readonly productId: string;
  readonly rating: number;
  readonly status: ReviewStatus;
}

/** Locks a review and the votes of its product, in the order in which writing one locks them. */
export const lockReview = async (connection: Queryable, id: number): Promise<StoredReview | undefined> => {
  const { rows: products } = await connection.query<{ id: string }>(
    'SELECT product_id AS id FROM reviews WHERE id = $1',
    [id],
  );
  if (!products[0]) return undefined;
  await lockVotes(connection, products[0].id);
  const { rows } = await connection.query<StoredReview>(
    'SELECT product_id AS "productId", rating, status FROM reviews WHERE id = $1 FOR UPDATE',
    [id],
  );
  return rows[0];
};

export const setReviewStatus = async (connection: Queryable, id: number, status: ReviewStatus): Promise<void> => {
  await connection.query('UPDATE reviews SET status = $2 WHERE id = $1', [id, status]);
};

export const markReviewApproved = async (connection: Queryable, id: number): Promise<void> => {
  await connection.query('UPDATE reviews SET approved = true WHERE id = $1', [id]);
};

interface ReviewAuthor {
  readonly email: string;
  readonly name: string;
  readonly productId: string;
  readonly productName: string;
}

/** Returns the customer who wrote a review; undefined for reviews of the content and of deleted accounts. */
export const findReviewAuthor = async (connection: Queryable, id: number): Promise<ReviewAuthor | undefined> => {
  const { rows } = await connection.query<ReviewAuthor>(
    `SELECT a.email, a.name, p.id AS "productId", p.name AS "productName"
     FROM reviews r JOIN accounts a ON a.id = r.account_id JOIN products p ON p.id = r.product_id WHERE r.id = $1`,
    [id],
  );
  return rows[0];
};
