import type { ProductStatus, ProductView, StaffProductRow, StorefrontSlug } from '@shop/contracts';
import type { Queryable } from '../../../database/Database';
import { parseWords } from '../searchTerms';

const PAGE_SIZE = 50;
/** More is shown as "1,000+". */
const MAX_COUNT = 1_000;

const VIEWS: Readonly<Record<ProductView, string>> = {
  all: 'true',
  published: "p.status = 'published'",
  drafts: "p.status = 'draft'",
  archived: "p.status = 'archived'",
  sale: "p.offer > 0 AND p.status = 'published'",
};

/** The last product of the page before. */
export interface ProductPlace {
  /** As PostgreSQL writes it. */
  readonly changedAt: string;
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

const buildConditions = (
  { view, store, category, brand, q }: ProductDeskFilter,
  bind: (value: unknown) => string,
): string => {
  const words = parseWords(q);
  const sku = bind(q.trim().toLowerCase());
  const search =
    words.length === 0
      ? 'false'
      : `(p.search_vector @@ ${bind(words.map((word) => `${word}:*A`).join(' & '))}::tsquery OR p.id = ANY(ARRAY(
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
  const beyond = after
    ? ` AND (${CHANGED_SQL}, p.id) < (${bind(after.changedAt)}::timestamptz, ${bind(after.id)})`
    : '';
  const { rows } = await database.query<{
    total: number;
    items: readonly (StaffProductRow & { readonly place: string })[];
  }>(
    `SELECT (SELECT count(*)::int FROM (SELECT 1 FROM products p WHERE ${where} LIMIT ${MAX_COUNT}) c) AS total,
       (SELECT coalesce(json_agg(row), '[]') FROM (
         SELECT p.id, p.store, p.sku, p.name, p.image, p.category_name AS category, p.brand_name AS brand, p.status,
           coalesce(v.stock, p.stock)::int AS stock, coalesce(v.variants, 0)::int AS variants, p.price_cents / 100.0 AS price,
           p.original_price_cents / 100.0 AS original_price, ${CHANGED_SQL}::text AS place,
           to_char(${CHANGED_SQL} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS changed_at
         FROM (SELECT * FROM products p WHERE ${where}${beyond} ORDER BY ${CHANGED_SQL} DESC, p.id DESC LIMIT ${PAGE_SIZE + 1}) p
         LEFT JOIN LATERAL (SELECT sum(stock) AS stock, nullif(count(*), 0) AS variants FROM product_variants WHERE product_id = p.id) v ON true
         ORDER BY ${CHANGED_SQL} DESC, p.id DESC) row) AS items`,
    values,
  );
  const { total = 0, items = [] } = rows[0] ?? {};
  const shown = items.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map(toRow),
    next: items.length > PAGE_SIZE && last ? { changedAt: last.place, id: last.id } : null,
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
