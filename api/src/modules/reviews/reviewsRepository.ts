import { REVIEWS_PER_PAGE, type Review, type ReviewPage, type ReviewSort } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
import type { reviewsTable } from './reviewsTable';

const ORDER_SQL: Readonly<Record<ReviewSort, string>> = {
  newest: 'created_at DESC, id DESC',
  highest: 'rating DESC, id DESC',
  lowest: 'rating, id',
};

const REVIEW_JSON = `json_build_object('userName', r.user_name, 'rating', r.rating, 'comment', r.comment,
  'date', to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))`;

/**
 * Returns a page of a product's reviews with its votes; undefined if the product is unknown. A page past the end
 * returns the last one.
 */
export const findReviewPage = async (
  database: Queryable,
  productId: string,
  sort: ReviewSort,
  page: number,
): Promise<ReviewPage | undefined> => {
  const { rows } = await database.query<Omit<ReviewPage, 'pageSize'>>({
    name: `reviews-${sort}`,
    text: `
      WITH counted AS (SELECT count(*)::integer AS total FROM reviews WHERE product_id = $1),
      paged AS (SELECT total, greatest(1, least($2::integer, ceil(total / ${REVIEWS_PER_PAGE}.0)::integer)) AS page FROM counted)
      SELECT total, page, p.rating_tenths::float / 10 AS rating, p.review_count AS "reviewCount", p.rating_counts AS "ratingCounts",
        (SELECT coalesce(json_agg(${REVIEW_JSON}), '[]') FROM (
           SELECT * FROM reviews WHERE product_id = $1 ORDER BY ${ORDER_SQL[sort]} LIMIT ${REVIEWS_PER_PAGE} OFFSET (SELECT (page - 1) * ${REVIEWS_PER_PAGE} FROM paged)) r) AS items
      FROM paged, products p WHERE p.id = $1`,
    values: [productId, page],
  });
  return rows[0] && { ...rows[0], pageSize: REVIEWS_PER_PAGE };
};

export interface NewReview extends Pick<Review, 'userName' | 'rating' | 'comment'> {
  readonly productId: string;
  readonly accountId: string;
}

/** Returns false if the account has already reviewed the product. */
export const insertReview = (connection: Queryable, review: NewReview, now: Date): Promise<boolean> =>
  insertRow<typeof reviewsTable>(connection, 'reviews', { ...review, createdAt: now }, 'ON CONFLICT DO NOTHING');

/** Adds a vote and updates the average. Returns false if the product is unknown. */
export const addVote = async (connection: Queryable, productId: string, rating: number): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `UPDATE products p SET rating_counts = v.counts, review_count = v.votes, rating_tenths = round(v.stars * 10.0 / v.votes)
     FROM (SELECT array_agg(n ORDER BY star) AS counts, sum(n) AS votes, sum(n * star) AS stars FROM (
       SELECT star, rating_counts[star] + (star = $2)::integer AS n FROM products, generate_series(1, 5) star WHERE id = $1) counted) v
     WHERE p.id = $1 AND v.votes > 0`,
    [productId, rating],
  );
  return rowCount === 1;
};

/** Locks a product's votes. Returns false if the product is unknown. */
export const lockVotes = async (connection: Queryable, productId: string): Promise<boolean> =>
  (await connection.query('SELECT 1 FROM products WHERE id = $1 FOR NO KEY UPDATE', [productId])).rowCount === 1;
