import type { ProductStatus, ProductView, StaffProductRow, StorefrontSlug } from '@shop/contracts';
import type { Queryable } from '../../../database/Database';
import { LOW_STOCK_SQL } from '../lowStockSql';
import { parseWords } from '../searchTerms';

const PAGE_SIZE = 50;
/** More is shown as "1,000+". */
const MAX_COUNT = 1_000;

const VIEWS: Readonly<Record<ProductView, string>> = {
  all: 'true',
  published: "p.status = 'published'",
  low: 'true',
  // An array, because it may be what nobody has changed for long: a join would read all others before it.
  out: `p.id = ANY(ARRAY(SELECT l.product_id FROM ${LOW_STOCK_SQL} AND l.stock = 0
    AND (l.variant_id = '' OR (SELECT max(v.stock) FROM product_variants v WHERE v.product_id = l.product_id) = 0)))`,
  sale: "p.offer > 0 AND p.status = 'published'",
  drafts: "p.status = 'draft'",
  archived: "p.status = 'archived'",
};

/** The last product of the page before. */
export interface ProductPlace {
  /** When it was changed, as PostgreSQL writes it; of what runs low, how many are left. */
  readonly key: string;
  readonly id: string;
}

/** Null for all. */
export interface ProductDeskFilter {
  readonly view: ProductView;
  readonly store: StorefrontSlug | null;
  readonly category: string | null;
  readonly brand: string | null;
  readonly q: string;
  readonly after: ProductPlace | null;
}

const CHANGED_SQL = 'coalesce(p.imported_at, p.created_at)';

interface Order {
  readonly from: string;
  readonly key: string;
  readonly id: string;
  readonly type: string;
  readonly direction: 'ASC' | 'DESC';
}
const LAST_CHANGED: Order = {
  from: 'products p',
  key: CHANGED_SQL,
  id: 'p.id',
  type: 'timestamptz',
  direction: 'DESC',
};
/** Sorts the notes, not the products: few of them are read. */
const LEAST_FIRST: Order = {
  from: `(SELECT l.product_id, min(l.stock) AS least FROM ${LOW_STOCK_SQL} GROUP BY 1 ORDER BY 2, 1) l
    JOIN products p ON p.id = l.product_id`,
  key: 'l.least',
  id: 'l.product_id',
  type: 'integer',
  direction: 'ASC',
};

const buildConditions = (
  { view, store, category, brand, q }: ProductDeskFilter,
  bind: (value: unknown) => string,
): string => {
  const words = parseWords(q);
  const sku = bind(q.trim().toLowerCase());
  const search =
    words.length === 0
      ? 'false'
      : `(ts_filter(p.search_vector, '{a}') @@ ${bind(words.map((word) => `${word}:*`).join(' & '))}::tsquery OR p.id = ANY(ARRAY(
           SELECT id FROM products WHERE lower(sku) = ${sku} UNION SELECT product_id FROM product_variants WHERE lower(sku) = ${sku})))`;
  return [
    `${sku}::text IS NOT NULL`,
    VIEWS[view],
    ...(store === null ? [] : [`p.store = ${bind(store)}`]),
    ...(category === null ? [] : [`p.category = ${bind(category)}`]),
    ...(brand === null ? [] : [`p.brand = ${bind(brand)}`]),
    ...(q.trim() === '' ? [] : [search]),
  ].join(' AND ');
};

const toRow = (found: StaffProductRow & { readonly place: string }): StaffProductRow => {
  const row: StaffProductRow & { place?: string } = { ...found };
  delete row.place;
  return row;
};

/** Returns a page of products for the desk, the place of the next one, and how many there are, at most 1,000. */
export const findDeskProducts = async (
  database: Queryable,
  filter: ProductDeskFilter,
): Promise<{ readonly items: StaffProductRow[]; readonly next: ProductPlace | null; readonly total: number }> => {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const where = buildConditions(filter, bind);
  const { after } = filter;
  const { from, key, id, type, direction } = filter.view === 'low' ? LEAST_FIRST : LAST_CHANGED;
  const beyond = after
    ? ` AND (${key}, ${id}) ${direction === 'ASC' ? '>' : '<'} (${bind(after.key)}::${type}, ${bind(after.id)})`
    : '';
  const { rows } = await database.query<{
    total: number;
    items: readonly (StaffProductRow & { readonly place: string })[];
  }>(
    `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${MAX_COUNT}) c) AS total,
       (SELECT coalesce(json_agg(row), '[]') FROM (
         SELECT p.id, p.store, p.sku, p.name, p.image, p.category_name AS category, p.brand_name AS brand, p.status,
           coalesce(v.stock, p.stock)::int AS stock, coalesce(v.variants, 0)::int AS variants,
           coalesce(v.least, p.stock) AS least, p.price_cents / 100.0 AS price,
           p.original_price_cents / 100.0 AS original_price, p.place::text AS place,
           to_char(${CHANGED_SQL} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS changed_at
         FROM (SELECT p.*, ${key} AS place FROM ${from} WHERE ${where}${beyond}
           ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT ${PAGE_SIZE + 1}) p
         LEFT JOIN LATERAL (SELECT sum(stock) AS stock, min(stock) AS least, nullif(count(*), 0) AS variants FROM product_variants WHERE product_id = p.id) v ON true
         ORDER BY p.place ${direction}, p.id ${direction}) row) AS items`,
    values,
  );
  const { total = 0, items = [] } = rows[0] ?? {};
  const shown = items.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map(toRow),
    next: items.length > PAGE_SIZE && last ? { key: last.place, id: last.id } : null,
    total,
  };
};

/** A product as far as changes of many need it. */
export interface ChangeableProduct {
  readonly name: string;
  readonly status: ProductStatus;
  /** Whether it has all words that shoppers read. */
  readonly isDescribed: boolean;
  readonly priceCents: number;
  readonly originalPriceCents: number | null;
  readonly variants: readonly { readonly id: string; readonly priceCents: number }[];
}

/** Locks a product and its variants. Returns undefined if the id is unknown. */
export const lockProduct = async (connection: Queryable, id: string): Promise<ChangeableProduct | undefined> => {
  await connection.query('SELECT 1 FROM products WHERE id = $1 FOR UPDATE', [id]);
  const { rows } = await connection.query<ChangeableProduct>(
    `SELECT name, status, short_description <> '' AND description <> '' AS "isDescribed", price_cents AS "priceCents", original_price_cents AS "originalPriceCents",
       (SELECT coalesce(json_agg(json_build_object('id', v.id, 'priceCents', v.price_cents)), '[]') FROM product_variants v WHERE v.product_id = p.id) AS variants
     FROM products p WHERE id = $1`,
    [id],
  );
  return rows[0];
};

export const updateStatus = async (
  connection: Queryable,
  id: string,
  status: ProductStatus,
  now: Date,
): Promise<void> => {
  await connection.query('UPDATE products SET status = $2, imported_at = $3, version = version + 1 WHERE id = $1', [
    id,
    status,
    now,
  ]);
};

export interface NewPrices {
  readonly priceCents: number;
  readonly originalPriceCents: number | null;
  readonly offer: number;
  readonly variants: readonly { readonly id: string; readonly priceCents: number }[];
}

export const updatePrices = async (
  connection: Queryable,
  id: string,
  { priceCents, originalPriceCents, offer, variants }: NewPrices,
  now: Date,
): Promise<void> => {
  await connection.query(
    `UPDATE products SET price_cents = $2, original_price_cents = $3, offer = $4, imported_at = $5, version = version + 1
     WHERE id = $1`,
    [id, priceCents, originalPriceCents, offer, now],
  );
  for (const variant of variants)
    await connection.query('UPDATE product_variants SET price_cents = $3 WHERE product_id = $1 AND id = $2', [
      id,
      variant.id,
      variant.priceCents,
    ]);
};
