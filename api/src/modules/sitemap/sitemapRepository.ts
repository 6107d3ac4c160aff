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

/** Returns sorted ids by an index-only scan. */
export const findProductIds = async (database: Readable, first: number, limit: number): Promise<string[]> =>
  (
    await database.query<{ id: string }>('SELECT id FROM products ORDER BY id LIMIT $2 OFFSET $1', [
      Math.max(0, first),
      limit,
    ])
  ).rows.map(({ id }) => id);
