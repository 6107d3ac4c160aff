import type { Measure, ProductFeatures, ProductImage, StorefrontSlug } from '@shop/contracts';
import { ShopError } from '../../http/ShopError';
import { upsertRows } from '../../database/upsertRows';
import type { Database, Queryable } from '../../database/Database';
import type { ProductAttributes } from './productAttributes';

/** A row of `products` with its column names, without those that are derived from others at each write. */
export interface StoredRow {
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
  readonly status: ProductStatus;
  readonly version: number;
  readonly created_at: string;
  readonly imported_at: string | null;
}

/** A row as it is written. */
export interface ProductRow extends StoredRow {
  readonly search_text: string;
}

export const PRODUCT_STATUSES = ['draft', 'published', 'archived'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

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
  readonly row: StoredRow;
  readonly variants: readonly VariantRow[];
}

/** A product that an import writes. */
export interface WrittenProduct extends StoredProduct {
  readonly row: ProductRow;
}

/** All columns of StoredRow. */
const STORED_COLUMNS: Readonly<Record<keyof StoredRow, true>> = {
  id: true,
  store: true,
  sku: true,
  name: true,
  category: true,
  category_name: true,
  brand: true,
  brand_name: true,
  price_cents: true,
  original_price_cents: true,
  offer: true,
  price_from: true,
  seller_name: true,
  rating_tenths: true,
  review_count: true,
  rating_counts: true,
  stock: true,
  attributes: true,
  unit: true,
  measure: true,
  popular: true,
  featured_rank: true,
  image: true,
  hover_image: true,
  images: true,
  short_description: true,
  description: true,
  features: true,
  specifications: true,
  variant_label: true,
  store_features: true,
  status: true,
  version: true,
  created_at: true,
  imported_at: true,
};

const STORED_SQL = `SELECT (SELECT row_to_json(r) FROM (SELECT ${Object.keys(STORED_COLUMNS)
  .map((column) => `p.${column}`)
  .join()}) r) AS row,
  (SELECT coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'price_cents', v.price_cents, 'stock', v.stock, 'measure', v.measure, 'image', v.image) ORDER BY v.position), '[]')
   FROM product_variants v WHERE v.product_id = p.id) AS variants`;

/** Any numbers that nothing else uses. */
const IMPORT_LOCK = 7_210_412;
const BRIEF_LOCK = 7_210_413;
const BATCH_SIZE = 2_000;
/** Triggers take most of the time of a write, which has the time of a request. */
const WRITTEN_AT_ONCE = 500;

function* toBatches<T>(items: readonly T[], size = BATCH_SIZE): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Another import is being applied or undone. */
export class ImportBusy extends ShopError {
  constructor() {
    super('PRODUCT_REFUSED', { reason: 'An import is being applied. Try again when it is done.' });
  }
}

/** Serializes concurrent imports. @throws {ImportBusy} instead of waiting, which a request has no time for. */
export const lockImport = async (connection: Queryable, waits: boolean): Promise<void> => {
  if (waits) await connection.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
  else {
    const { rows } = await connection.query<{ is_free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS is_free', [
      IMPORT_LOCK,
    ]);
    if (!rows[0]?.is_free) throw new ImportBusy();
  }
};

/**
 * For what takes moments: waits for others like it, but not for an import, whose products and categories it has read.
 * @throws {ImportBusy} while one is applied.
 */
export const lockImportBriefly = async (connection: Queryable): Promise<void> => {
  await connection.query('SELECT pg_advisory_xact_lock($1)', [BRIEF_LOCK]);
  await lockImport(connection, false);
};

/** Finds products by id. With `lockRows`, their stock cannot change until the transaction ends. */
export const findStoredProducts = async (
  connection: Queryable,
  ids: readonly string[],
  lockRows: boolean,
): Promise<StoredProduct[]> => {
  const found: StoredProduct[] = [];
  for (const batch of toBatches([...new Set(ids)].sort())) {
    if (lockRows) {
      await connection.query('SELECT 1 FROM products WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE', [batch]);
      await connection.query(
        'SELECT 1 FROM product_variants WHERE product_id = ANY($1::text[]) ORDER BY product_id, id FOR UPDATE',
        [batch],
      );
    }
    const { rows } = await connection.query<StoredProduct>(`${STORED_SQL} FROM products p WHERE id = ANY($1::text[])`, [
      batch,
    ]);
    for (const row of rows) found.push(row);
  }
  return found;
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
  const owners = new Map<string, string>();
  for (const batch of toBatches(skus)) {
    const { rows } = await connection.query<{ sku: string; id: string }>(
      'SELECT sku, id FROM products WHERE sku = ANY($1::text[])',
      [batch],
    );
    for (const { sku, id } of rows) owners.set(sku, id);
  }
  return owners;
};

export interface VariantOwner {
  readonly productId: string;
  readonly variantId: string;
}

/** Returns the variants that have these SKUs. Nothing prevents several from having the same. */
export const findVariantOwners = async (
  connection: Queryable,
  skus: readonly string[],
): Promise<ReadonlyMap<string, readonly VariantOwner[]>> => {
  const owners = new Map<string, VariantOwner[]>();
  for (const batch of toBatches(skus)) {
    const { rows } = await connection.query<VariantOwner & { sku: string }>(
      `SELECT sku, product_id AS "productId", id AS "variantId" FROM product_variants
       WHERE lower(sku) = ANY(SELECT lower(asked) FROM unnest($1::text[]) asked) AND sku = ANY($1::text[])`,
      [batch],
    );
    for (const { sku, ...owner } of rows) owners.set(sku, [...(owners.get(sku) ?? []), owner]);
  }
  return owners;
};

/** Returns which of these ids products have. */
export const findTakenIds = async (connection: Queryable, ids: readonly string[]): Promise<string[]> => {
  const taken: string[] = [];
  for (const batch of toBatches(ids)) {
    const { rows } = await connection.query<{ id: string }>('SELECT id FROM products WHERE id = ANY($1::text[])', [
      batch,
    ]);
    for (const { id } of rows) taken.push(id);
  }
  return taken;
};

export interface CategoryOrBrand {
  readonly store: StorefrontSlug;
  readonly slug: string;
  readonly name: string;
}

/** With `lockRows`, none is renamed or removed until the transaction ends. */
const findAllRows = async (
  connection: Queryable,
  table: 'categories' | 'brands',
  lockRows: boolean,
): Promise<CategoryOrBrand[]> =>
  (
    await connection.query<CategoryOrBrand>(
      `SELECT store, slug, name FROM ${table} ORDER BY store, position${lockRows ? ' FOR SHARE' : ''}`,
    )
  ).rows;

export const findAllCategories = (connection: Queryable, lockRows = false): Promise<CategoryOrBrand[]> =>
  findAllRows(connection, 'categories', lockRows);

export const findAllBrands = (connection: Queryable, lockRows = false): Promise<CategoryOrBrand[]> =>
  findAllRows(connection, 'brands', lockRows);

/** Returns the highest featured rank of each storefront. */
export const findLastRanks = async (connection: Queryable): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await connection.query<{ store: string; rank: number }>(
    'SELECT store, max(featured_rank) AS rank FROM products GROUP BY store',
  );
  return new Map(rows.map(({ store, rank }) => [store, rank]));
};

/** Adds categories or brands at the end of their storefronts. A deployment leaves them alone. */
const addRows = async (
  connection: Queryable,
  table: 'categories' | 'brands',
  picture: 'image' | 'logo',
  rows: readonly CategoryOrBrand[],
  now: Date,
): Promise<void> => {
  for (const { store, slug, name } of rows)
    await connection.query(
      `INSERT INTO ${table} (store, slug, name, ${picture}, position, edited_at)
       SELECT $1, $2, $3, '', coalesce(max(position) + 1, 0), $4 FROM ${table} WHERE store = $1`,
      [store, slug, name, now],
    );
};

export const addCategories = (connection: Queryable, rows: readonly CategoryOrBrand[], now: Date): Promise<void> =>
  addRows(connection, 'categories', 'image', rows, now);
export const addBrands = (connection: Queryable, rows: readonly CategoryOrBrand[], now: Date): Promise<void> =>
  addRows(connection, 'brands', 'logo', rows, now);

/** Removes those that no product has and nobody has changed since `madeAt`. */
const removeRows = async (
  connection: Queryable,
  table: 'categories' | 'brands',
  column: 'category' | 'brand',
  rows: readonly CategoryOrBrand[],
  madeAt: Date,
): Promise<void> => {
  await connection.query(
    `DELETE FROM ${table} t USING unnest($1::text[], $2::text[]) made(store, slug)
     WHERE t.store = made.store AND t.slug = made.slug AND t.edited_at = $3
       AND NOT EXISTS (SELECT 1 FROM products p WHERE p.store = t.store AND p.${column} = t.slug)`,
    [rows.map(({ store }) => store), rows.map(({ slug }) => slug), madeAt],
  );
};

export const removeUnusedCategories = (
  connection: Queryable,
  rows: readonly CategoryOrBrand[],
  madeAt: Date,
): Promise<void> => removeRows(connection, 'categories', 'category', rows, madeAt);
export const removeUnusedBrands = (
  connection: Queryable,
  rows: readonly CategoryOrBrand[],
  madeAt: Date,
): Promise<void> => removeRows(connection, 'brands', 'brand', rows, madeAt);

/** Deletes products. Those that orders have are archived. */
export const removeProducts = async (connection: Queryable, ids: readonly string[]): Promise<void> => {
  for (const batch of toBatches(ids)) {
    await connection.query(
      `UPDATE products SET status = 'archived', version = version + 1 WHERE id = ANY($1::text[])
         AND EXISTS (SELECT 1 FROM order_lines l WHERE l.product_id = products.id)`,
      [batch],
    );
    await connection.query(
      `DELETE FROM products WHERE id = ANY($1::text[])
         AND NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.product_id = products.id)`,
      [batch],
    );
  }
};

interface WriteOptions {
  /** Columns of existing rows that stay as they are, such as stock, which orders change. */
  readonly keepColumns?: readonly string[];
  readonly onProgress?: (written: number) => void;
}

/** Writes new and changed products. Triggers update facet cells and search words. */
export const writeProducts = async (
  connection: Queryable,
  products: readonly ProductRow[],
  { keepColumns = [], onProgress }: WriteOptions = {},
): Promise<void> => {
  let written = 0;
  for (const batch of toBatches(products, WRITTEN_AT_ONCE)) {
    const rows = batch.map((row) => ({ ...row }));
    await upsertRows(connection, 'products', rows, {
      conflict: ['id'],
      keepColumns: ['rating_tenths', 'review_count', 'rating_counts', 'created_at', ...keepColumns],
    });
    written += batch.length;
    onProgress?.(written);
  }
};

/** Replaces the variants of these products. */
export const writeVariants = async (
  connection: Queryable,
  products: readonly StoredProduct[],
  { keepColumns = [] }: Pick<WriteOptions, 'keepColumns'> = {},
): Promise<void> => {
  for (const batch of toBatches(products)) await writeVariantsOf(connection, batch, keepColumns);
};

const writeVariantsOf = async (
  connection: Queryable,
  products: readonly StoredProduct[],
  keepColumns: readonly string[],
): Promise<void> => {
  const ids = products.map(({ row }) => row.id);
  const rows = products.flatMap(({ row, variants }) =>
    variants.map((variant, position) => ({ product_id: row.id, ...variant, position })),
  );
  await connection.query(
    `DELETE FROM product_variants v WHERE v.product_id = ANY($1::text[])
     AND NOT EXISTS (SELECT 1 FROM json_to_recordset($2::json) AS kept(product_id text, id text) WHERE kept.product_id = v.product_id AND kept.id = v.id)`,
    [ids, JSON.stringify(rows.map(({ product_id, id }) => ({ product_id, id })))],
  );
  for (const batch of toBatches(rows))
    await upsertRows(connection, 'product_variants', batch, { conflict: ['product_id', 'id'], keepColumns });
  // Orders may hold pieces of a variant that was removed before and is back.
  await connection.query(
    `UPDATE product_variants v SET held = h.quantity FROM (
       SELECT l.product_id, l.variant_id, sum(l.quantity) AS quantity FROM orders o JOIN order_lines l ON l.order_id = o.id
       WHERE o.holds_stock AND l.product_id = ANY($1::text[]) GROUP BY 1, 2) h
     WHERE v.product_id = h.product_id AND v.id = h.variant_id AND v.held <> h.quantity`,
    [ids],
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
