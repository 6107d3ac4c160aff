import {
  TRENDING_PAGES,
  TRENDING_PER_PAGE,
  type Category,
  type StorefrontSlug,
  type TopProduct,
} from '@shop/contracts';
import type { Readable } from '../../database/Database';
import { onlyWithFeatureSql } from './hasFeature';

const MAX_SHOWN = 12;

const TOP_PRODUCT_COLUMNS = `id, name, price_cents / 100.0 AS discounted_price, image AS image_url, rating_tenths / 10.0 AS rating,
  review_count AS reviews_count, popular AS is_featured, original_price_cents / 100.0 AS original_price, offer, category,
  category_name, hover_image AS hover_image_url, sku, stock, popular, price_from, unit, seller_name,
  ${onlyWithFeatureSql('weight-options', 'measure', 'store')} AS measure,
  ${onlyWithFeatureSql('freshness-timer', "(store_features ->> 'freshnessDays')::int", 'store')} AS freshness_days`;

const TOP_PRODUCTS_SQL = `
  SELECT coalesce(json_agg(t), '[]') AS products FROM (
    SELECT ${TOP_PRODUCT_COLUMNS}
    FROM products WHERE store = $1 AND category = $2 AND status = 'published' ORDER BY featured_rank, id LIMIT ${MAX_SHOWN}) t`;

/** Returns the top products of a category, best first; none if the category is unknown. */
export const findTopProducts = async (
  database: Readable,
  store: StorefrontSlug,
  category: string,
): Promise<TopProduct[]> => {
  const { rows } = await database.query<{ products: TopProduct[] }>({
    name: 'top-products',
    text: TOP_PRODUCTS_SQL,
    values: [store, category],
  });
  return rows[0]?.products ?? [];
};

const MAX_TRENDING = TRENDING_PAGES * TRENDING_PER_PAGE;

/** Best sellers since $2, then the best rated products from the rating index. */
const TRENDING_SQL = `
  WITH sold AS (
    SELECT l.product_id AS id, sum(l.quantity) AS pieces
    FROM orders o JOIN order_lines l ON l.order_id = o.id JOIN products p ON p.id = l.product_id
    WHERE o.created_at > $2 AND o.status <> 'canceled' AND p.store = $1 AND p.stock > 0 AND p.status = 'published'
    GROUP BY l.product_id ORDER BY pieces DESC, l.product_id LIMIT ${MAX_TRENDING}
  ), rated AS (
    SELECT id FROM products WHERE store = $1 AND stock > 0 AND status = 'published' AND id NOT IN (SELECT id FROM sold)
    ORDER BY rating_tenths DESC, review_count DESC, id DESC LIMIT ${MAX_TRENDING}
  ), trending AS (
    SELECT id, row_number() OVER (ORDER BY pieces DESC, id) AS place FROM sold
    UNION ALL SELECT r.id, ${MAX_TRENDING} + row_number() OVER (ORDER BY p.rating_tenths DESC, p.review_count DESC, r.id DESC) FROM rated r JOIN products p USING (id)
    ORDER BY place LIMIT ${MAX_TRENDING}
  )
  SELECT coalesce(json_agg(id ORDER BY place), '[]') AS ids FROM trending`;

/** Returns the ids of at most two pages of trending products, best sellers first. */
export const findTrendingIds = async (database: Readable, store: StorefrontSlug, since: Date): Promise<string[]> => {
  const { rows } = await database.query<{ ids: string[] }>({
    name: 'trending-ids',
    text: TRENDING_SQL,
    values: [store, since],
  });
  return rows[0]?.ids ?? [];
};

/** Returns those of the products that are published, in the order of their ids. */
export const findProductsInOrder = async (database: Readable, ids: readonly string[]): Promise<TopProduct[]> => {
  const { rows } = await database.query<{ products: TopProduct[] }>({
    name: 'products-in-order',
    text: `SELECT coalesce(json_agg(t ORDER BY array_position($1::text[], t.id)), '[]') AS products FROM (
             SELECT ${TOP_PRODUCT_COLUMNS} FROM products WHERE id = ANY($1::text[]) AND status = 'published') t`,
    values: [ids],
  });
  return rows[0]?.products ?? [];
};

/** Returns the categories with products, in display order. */
export const findCategoriesWithProducts = async (database: Readable, store: StorefrontSlug): Promise<Category[]> => {
  const { rows } = await database.query<Category>({
    name: 'categories-with-products',
    text: `SELECT name, image, slug FROM categories c WHERE store = $1
           AND EXISTS (SELECT 1 FROM products p WHERE p.store = c.store AND p.category = c.slug AND p.status = 'published') ORDER BY position`,
    values: [store],
  });
  return rows;
};
