import type { Measure, ProductFeatures, ProductImage, StorefrontSlug } from '@shop/contracts';
import { upsertRows } from '../../database/upsertRows';
import type { Database, Queryable } from '../../database/Database';
import type { ProductAttributes } from './productAttributes';

/** A row of `products` with its column names, without columns that triggers maintain. */
export interface ProductRow {
  readonly id: string;
  readonly store: StorefrontSlug;
  readonly sku: string;
  readonly name: string;
  readonly category: string;
  readonly category_name: string;
  readonly brand: string;
  readonly brand_name: string;
  readonly price_cents: number;
  readonly original_price_cents: number | null;
  readonly offer: number;
  readonly price_from: boolean;
  readonly seller_name: string;
  readonly rating_tenths: number;
  readonly review_count: number;
  readonly rating_counts: readonly number[];
  readonly stock: number;
  readonly attributes: ProductAttributes;
  readonly unit: string | null;
  readonly measure: Measure | null;
  readonly popular: boolean;
  readonly featured_rank: number;
  readonly image: string;
  readonly hover_image: string | null;
  readonly images: readonly ProductImage[];
  readonly short_description: string;
  readonly description: string;
  readonly features: readonly string[];
  readonly specifications: readonly { readonly name: string; readonly value: string }[];
  readonly variant_label: string;
  readonly store_features: ProductFeatures;
  readonly search_text: string;
  readonly created_at: string;
  readonly imported_at: string | null;
}

export interface VariantRow {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly price_cents: number;
  readonly stock: number;
  readonly measure: Measure | null;
  /** URL of one of the product's pictures; null if it looks like the product. */
  readonly image: string | null;
}

/** A product with its variants in display order. */
export interface StoredProduct {
  readonly row: ProductRow;
  readonly variants: readonly VariantRow[];
}

const STORED_SQL = `SELECT row_to_json(p) AS row,
  (SELECT coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'price_cents', v.price_cents, 'stock', v.stock, 'measure', v.measure, 'image', v.image) ORDER BY v.position), '[]')
   FROM product_variants v WHERE v.product_id = p.id) AS variants`;

const IMPORT_LOCK = 7_210_412; // any number that only imports use
const BATCH_SIZE = 2_000;

/** Serializes concurrent imports. */
export const lockImport = async (connection: Queryable): Promise<void> => {
  await connection.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
};

/** Finds products by id. With `lockRows`, their stock cannot change until the transaction ends. */
export const findStoredProducts = async (
  connection: Queryable,
  ids: readonly string[],
  lockRows: boolean,
): Promise<StoredProduct[]> => {
  if (lockRows) {
    await connection.query('SELECT 1 FROM products WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE', [ids]);
    await connection.query(
      'SELECT 1 FROM product_variants WHERE product_id = ANY($1::text[]) ORDER BY product_id, id FOR UPDATE',
      [ids],
    );
  }
  return (await connection.query<StoredProduct>(`${STORED_SQL} FROM products p WHERE id = ANY($1::text[])`, [ids]))
    .rows;
};

/** Returns the next products of a storefront, or of all, after an id. */
export const findProductsAfter = async (
  database: Queryable,
  store: StorefrontSlug | null,
  id: string,
  limit: number,
): Promise<StoredProduct[]> =>
  (
    await database.query<StoredProduct>(
      `${STORED_SQL} FROM products p WHERE id > $1 AND ($2::text IS NULL OR store = $2) ORDER BY id LIMIT $3`,
      [id, store, limit],
    )
  ).rows;

/** Returns the product ids of SKUs. */
export const findSkuOwners = async (
  connection: Queryable,
  skus: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await connection.query<{ sku: string; id: string }>(
    'SELECT sku, id FROM products WHERE sku = ANY($1::text[])',
    [skus],
  );
  return new Map(rows.map(({ sku, id }) => [sku, id]));
};

export interface CategoryOrBrand {
  readonly store: StorefrontSlug;
  readonly slug: string;
  readonly name: string;
}

export const findAllCategories = async (connection: Queryable): Promise<CategoryOrBrand[]> =>
  (await connection.query<CategoryOrBrand>('SELECT store, slug, name FROM categories ORDER BY store, position')).rows;

export const findAllBrands = async (connection: Queryable): Promise<CategoryOrBrand[]> =>
  (await connection.query<CategoryOrBrand>('SELECT store, slug, name FROM brands ORDER BY store, position')).rows;

/** Returns the highest featured rank of each storefront. */
export const findLastRanks = async (connection: Queryable): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await connection.query<{ store: string; rank: number }>(
    'SELECT store, max(featured_rank) AS rank FROM products GROUP BY store',
  );
  return new Map(rows.map(({ store, rank }) => [store, rank]));
};

/** Writes new and changed products. Triggers update facet cells and search words. */
export const writeProducts = async (connection: Queryable, products: readonly ProductRow[]): Promise<void> => {
  for (let start = 0; start < products.length; start += BATCH_SIZE) {
    const rows = products.slice(start, start + BATCH_SIZE).map((row) => ({ ...row }));
    await upsertRows(connection, 'products', rows, {
      conflict: ['id'],
      keepColumns: ['rating_tenths', 'review_count', 'rating_counts', 'created_at'],
    });
  }
};

/** Replaces the variants of these products. */
export const writeVariants = async (connection: Queryable, products: readonly StoredProduct[]): Promise<void> => {
  const rows = products.flatMap(({ row, variants }) =>
    variants.map((variant, position) => ({ product_id: row.id, ...variant, position })),
  );
  await connection.query(
    `DELETE FROM product_variants v WHERE v.product_id = ANY($1::text[])
     AND NOT EXISTS (SELECT 1 FROM json_to_recordset($2::json) AS kept(product_id text, id text) WHERE kept.product_id = v.product_id AND kept.id = v.id)`,
    [products.map(({ row }) => row.id), JSON.stringify(rows.map(({ product_id, id }) => ({ product_id, id })))],
  );
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    await upsertRows(connection, 'product_variants', rows.slice(start, start + BATCH_SIZE), {
      conflict: ['product_id', 'id'],
    });
  // Orders may hold pieces of a variant that was removed before and is back.
  await connection.query(
    `UPDATE product_variants v SET held = h.quantity FROM (
       SELECT l.product_id, l.variant_id, sum(l.quantity) AS quantity FROM orders o JOIN order_lines l ON l.order_id = o.id
       WHERE o.holds_stock AND l.product_id = ANY($1::text[]) GROUP BY 1, 2) h
     WHERE v.product_id = h.product_id AND v.id = h.variant_id AND v.held <> h.quantity`,
    [products.map(({ row }) => row.id)],
  );
};

const ANALYZE_MAX_MS = 120_000;

/** Updates the planner's statistics of the catalog. Of a million products, that takes longer than a request may. */
export const analyzeCatalog = (database: Pick<Database, 'transaction'>): Promise<void> =>
  database.transaction(async (connection) => {
    await connection.query(`SET LOCAL statement_timeout = ${ANALYZE_MAX_MS}`);
    const text = 'ANALYZE products, facet_cells, attribute_sets, search_words';
    const query = { text, query_timeout: ANALYZE_MAX_MS };
    await connection.query(query);
  });
