import type { Measure } from '@shop/contracts';
import type { Queryable } from '../../database/Database';

const MAX_BOUGHT = 24;

/** The last ordered line of a product. */
interface BoughtLine {
  readonly productId: string;
  readonly variantId: string | null;
  /** The product's name if it still exists, otherwise that of the line. */
  readonly name: string;
  readonly image: string;
  readonly quantity: number;
  readonly measure: Measure | null;
  readonly times: number;
}

/** Returns the products of an account's orders, most often bought first. Canceled orders do not count. */
export const findBoughtLines = async (database: Queryable, accountId: string): Promise<BoughtLine[]> =>
  (
    await database.query<BoughtLine>({
      name: 'bought lines',
      text: `WITH bought AS (
          SELECT l.product_id, count(DISTINCT o.id)::int AS times, max(o.id) AS last_order
          FROM orders o JOIN order_lines l ON l.order_id = o.id
          WHERE o.account_id = $1 AND o.status <> 'canceled'
          GROUP BY l.product_id ORDER BY times DESC, last_order DESC, l.product_id LIMIT ${MAX_BOUGHT})
        SELECT b.product_id AS "productId", last.variant_id AS "variantId", coalesce(p.name, last.name) AS name,
          coalesce(p.image, last.image) AS image, last.quantity, last.measure, b.times
        FROM bought b LEFT JOIN products p ON p.id = b.product_id
        CROSS JOIN LATERAL (SELECT * FROM order_lines l WHERE l.order_id = b.last_order AND l.product_id = b.product_id
          ORDER BY l.position LIMIT 1) last
        ORDER BY b.times DESC, b.last_order DESC, b.product_id`,
      values: [accountId],
    })
  ).rows;
