import type { Category, StoreSlug, TopProduct } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';

const MOST_SHOWN = 12;

const TOP_PRODUCTS_SQL = `
  SELECT coalesce(json_agg(t), '[]') AS products FROM (
    SELECT id, name, price_cents / 100.0 AS discounted_price, image AS image_url, rating_tenths / 10.0 AS rating,
           review_count AS reviews_count, popular AS is_featured, original_price_cents / 100.0 AS original_price, offer, category,
           category_name, hover_image AS hover_image_url, sku, stock, popular, price_from, unit
    FROM products WHERE store = $1 AND category = $2 ORDER BY featured_rank, id LIMIT ${MOST_SHOWN}) t`;

/** The top products of a category, best first; none for a category that is not there. */
export const findTopProducts = async (database: Queryable, store: StoreSlug, category: string): Promise<TopProduct[]> => {
  const { rows } = await database.query<{ products: TopProduct[] }>({ name: 'top-products', text: TOP_PRODUCTS_SQL, values: [store, category] });
  return rows[0]?.products ?? [];
};

/** The categories that have products, in the order shown. */
export const findCategoriesWithProducts = async (database: Queryable, store: StoreSlug): Promise<Category[]> => {
  const { rows } = await database.query<Category>({
    name: 'categories-with-products',
    text: `SELECT name, image, slug FROM categories c WHERE store = $1
           AND EXISTS (SELECT 1 FROM products p WHERE p.store = c.store AND p.category = c.slug) ORDER BY position`,
    values: [store],
  });
  return rows;
};
