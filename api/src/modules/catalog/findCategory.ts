import type { ListedCategory, StorefrontSlug } from '@shop/contracts';
import type { Readable } from '../../database/Database';

/** Finds a category by its address or a former one; that of the storefront if both have it. */
export const findCategory = async (
  database: Readable,
  store: StorefrontSlug,
  slug: string,
): Promise<ListedCategory | undefined> => {
  const { rows } = await database.query<ListedCategory>({
    name: 'category-by-address',
    text: `SELECT store, slug, name FROM (
        SELECT store, slug, name, 0 AS rank FROM categories WHERE slug = $2
        UNION ALL
        SELECT c.store, c.slug, c.name, 1 FROM group_moves m JOIN categories c ON c.store = m.store AND c.slug = m.to_slug
        WHERE m.kind = 'category' AND m.slug = $2) found
      ORDER BY rank, store = $1 DESC LIMIT 1`,
    values: [store, slug],
  });
  return rows[0];
};
