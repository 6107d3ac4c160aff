import type { Measure, OrderItemInput, ProductFeatures, StorefrontSlug } from '@shop/contracts';
import type { Queryable } from '../../database/Database';

/** A product, or a variant of a product that has variants. */
export interface Sellable {
  readonly productId: string;
  readonly variantId: string | null;
  readonly sku: string;
  readonly name: string;
  readonly image: string;
  readonly category: string;
  readonly categorySlug: string;
  /** Whether its price is below an original one. */
  readonly isReduced: boolean;
  readonly rating: number;
  readonly priceCents: number;
  readonly stock: number;
  readonly measure: Measure | null;
  readonly store: StorefrontSlug;
  readonly storeFeatures: ProductFeatures;
}

export const SELLABLE_COLUMNS_SQL = `p.id AS "productId", v.id AS "variantId", coalesce(v.sku, p.sku) AS sku,
  CASE WHEN v.id IS NULL THEN p.name ELSE p.name || ', ' || v.name END AS name, coalesce(v.image, p.image) AS image,
  p.category_name AS category, p.category AS "categorySlug", p.offer > 0 AS "isReduced", (p.rating_tenths / 10.0)::float8 AS rating,
  coalesce(v.price_cents, p.price_cents) AS "priceCents", coalesce(v.stock, p.stock) AS stock,
  CASE WHEN v.id IS NULL THEN p.measure ELSE v.measure END AS measure, p.store, p.store_features AS "storeFeatures"`;

export const findSellables = async (
  database: Queryable,
  items: readonly Pick<OrderItemInput, 'product_id'>[],
): Promise<Sellable[]> => {
  if (items.length === 0) return [];
  const { rows } = await database.query<Sellable>({
    name: 'sellables',
    text: `SELECT ${SELLABLE_COLUMNS_SQL} FROM products p LEFT JOIN product_variants v ON v.product_id = p.id WHERE p.id = ANY($1::text[]) AND p.status = 'published'`,
    values: [items.map((item) => item.product_id)],
  });
  return rows;
};
