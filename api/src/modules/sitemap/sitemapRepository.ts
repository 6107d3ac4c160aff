import type { Readable } from '../../database/Database';

export const countProducts = async (database: Readable): Promise<number> =>
  (await database.query<{ count: number }>('SELECT coalesce(sum(products), 0)::integer AS count FROM facet_cells'))
    .rows[0]?.count ?? 0;

export const findCategorySlugs = async (database: Readable): Promise<string[]> =>
  (await database.query<{ slug: string }>('SELECT slug FROM categories ORDER BY store, position')).rows.map(
    ({ slug }) => slug,
  );

export const findPostIds = async (database: Readable): Promise<string[]> =>
  (await database.query<{ id: string }>('SELECT id FROM posts ORDER BY id')).rows.map(({ id }) => id);

/** An index-only scan, from which the few that are not published are taken by another. */
const PRODUCT_IDS_SQL = `SELECT id FROM products
  WHERE id <> ALL(ARRAY(SELECT id FROM products WHERE status <> 'published')) ORDER BY id LIMIT $2 OFFSET $1`;

/** Returns sorted ids. */
export const findProductIds = async (database: Readable, first: number, limit: number): Promise<string[]> =>
  (await database.query<{ id: string }>(PRODUCT_IDS_SQL, [Math.max(0, first), limit])).rows.map(({ id }) => id);
