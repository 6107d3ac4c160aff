import type { Readable } from '../../database/Database';

export const countProducts = async (database: Readable): Promise<number> =>
  (await database.query<{ count: number }>('SELECT coalesce(sum(products), 0)::integer AS count FROM facet_cells'))
    .rows[0]?.count ?? 0;

/** Something with a page of its own, in the storefront with this slug. */
export interface StoredPage {
  readonly id: string;
  readonly store: string;
}

export const findCategories = async (database: Readable): Promise<StoredPage[]> =>
  (await database.query<StoredPage>('SELECT slug AS id, store FROM categories ORDER BY store, position')).rows;

export const findPosts = async (database: Readable): Promise<StoredPage[]> =>
  (await database.query<StoredPage>('SELECT id, store FROM posts ORDER BY id')).rows;

/** Returns products sorted by id. The offset is skipped by an index-only scan. */
export const findProducts = async (database: Readable, first: number, limit: number): Promise<StoredPage[]> =>
  (
    await database.query<StoredPage>(
      `SELECT id, store FROM (SELECT id FROM products ORDER BY id LIMIT $2 OFFSET $1) AS page
       JOIN products USING (id) ORDER BY id`,
      [Math.max(0, first), limit],
    )
  ).rows;
