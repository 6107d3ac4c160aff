import type { LowStock, PaymentMethod, StorefrontSlug } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { LOW_STOCK_SQL } from '../catalog/lowStockSql';
import { buildPaidSql } from './orderStatus';

/** A product or variant of an order. */
interface StockLine {
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly quantity: number;
}

/**
 * Takes pieces from the stock and adds `held` of them to those of unpaid orders. Returns false if there are not enough.
 * Check and update are one statement.
 */
export const decrementStock = async (
  database: Queryable,
  { product_id: productId, variant_id: variantId, quantity }: StockLine,
  held: number,
): Promise<boolean> => {
  const updated =
    variantId === null
      ? await database.query({
          name: 'take stock',
          text: "UPDATE products SET stock = stock - $2, held = held + $3 WHERE id = $1 AND stock >= $2 AND status = 'published'",
          values: [productId, quantity, held],
        })
      : await database.query({
          name: 'take variant stock',
          text: 'UPDATE product_variants SET stock = stock - $3, held = held + $4 WHERE product_id = $1 AND id = $2 AND stock >= $3',
          values: [productId, variantId, quantity, held],
        });
  return updated.rowCount === 1;
};

/** Adds to the stock and the held pieces of a line. Products that are no longer sold are ignored. */
export const changeStock = async (
  database: Queryable,
  { product_id: productId, variant_id: variantId }: StockLine,
  { stock, held }: { readonly stock: number; readonly held: number },
): Promise<void> => {
  if (variantId === null)
    await database.query('UPDATE products SET stock = stock + $2, held = held + $3 WHERE id = $1', [
      productId,
      stock,
      held,
    ]);
  else
    await database.query(
      'UPDATE product_variants SET stock = stock + $3, held = held + $4 WHERE product_id = $1 AND id = $2',
      [productId, variantId, stock, held],
    );
};

export interface StockFilter {
  /** Null for all storefronts. */
  readonly store: StorefrontSlug | null;
  /** True to list only what unpaid orders hold. */
  readonly held: boolean;
  readonly page: number;
  readonly pageSize: number;
}

/** Pieces of a product or variant: those that can be bought, those of unpaid orders, and those that are sold. */
export interface ListedStock {
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly name: string;
  readonly stock: number;
  readonly held: number;
  readonly sold: number;
}

/**
 * Returns a page of the stock, what is held most first. Pieces of a settled order count as held until its hold ends.
 */
export const findStock = async (
  database: Queryable,
  { store, held, page, pageSize }: StockFilter,
): Promise<{ readonly items: ListedStock[]; readonly total: number }> => {
  const from = `FROM products p LEFT JOIN product_variants v ON v.product_id = p.id
    WHERE ($1::text IS NULL OR p.store = $1) AND (NOT $2::boolean OR coalesce(v.held, p.held) > 0)`;
  const { rows } = await database.query<ListedStock>(
    `WITH sold AS (
       SELECT l.product_id, coalesce(l.variant_id, '') AS variant_id, sum(l.quantity)::int AS quantity FROM orders o JOIN order_lines l ON l.order_id = o.id
       WHERE ${buildPaidSql('o')} AND NOT o.holds_stock GROUP BY 1, 2),
     listed AS (
       SELECT p.id AS product_id, v.id AS variant_id, concat_ws(', ', p.name, v.name) AS name, coalesce(v.stock, p.stock) AS stock,
         coalesce(v.held, p.held) AS held ${from} ORDER BY 5 DESC, p.id, v.position LIMIT $3 OFFSET $4)
     SELECT listed.*, coalesce(s.quantity, 0) AS sold
     FROM listed LEFT JOIN sold s ON s.product_id = listed.product_id AND s.variant_id = coalesce(listed.variant_id, '')
     ORDER BY held DESC, listed.product_id`,
    [store, held, pageSize, (page - 1) * pageSize],
  );
  const { rows: counts } = await database.query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, [
    store,
    held,
  ]);
  return { items: rows, total: counts[0]?.total ?? 0 };
};

const SHOWN_LOW_STOCK = 3;
/** More is shown as "999+". */
const MAX_COUNT = 1_000;

/** Counts products and variants of which few are left, at most 1,000, and returns those that have the least. */
export const findLowStock = async (
  database: Queryable,
): Promise<{ readonly total: number; readonly items: LowStock[] }> => {
  const { rows } = await database.query<{ total: number; items: LowStock[] }>(
    `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM ${LOW_STOCK_SQL} LIMIT ${MAX_COUNT}) c) AS total, (
       SELECT coalesce(json_agg(json_build_object('product_id', p.id, 'variant_id', v.id, 'name', concat_ws(', ', p.name, v.name),
         'image', coalesce(v.image, p.image), 'stock', l.stock, 'measure', coalesce(v.measure, p.measure)) ORDER BY l.stock, l.product_id, l.variant_id), '[]')
       FROM (SELECT l.* FROM ${LOW_STOCK_SQL} ORDER BY l.stock, l.product_id, l.variant_id LIMIT ${SHOWN_LOW_STOCK}) l
         JOIN products p ON p.id = l.product_id LEFT JOIN product_variants v ON v.product_id = l.product_id AND v.id = l.variant_id) AS items`,
  );
  return rows[0] ?? { total: 0, items: [] };
};

/** Counts the pieces that unpaid orders hold. */
export const countHeldPieces = async (
  database: Queryable,
): Promise<{ readonly method: PaymentMethod; readonly pieces: number }[]> =>
  (
    await database.query<{ method: PaymentMethod; pieces: number }>(
      `SELECT o.payment_method AS method, sum(l.quantity)::int AS pieces
       FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.holds_stock GROUP BY 1`,
    )
  ).rows;
