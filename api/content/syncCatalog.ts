import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Database, Queryable } from '../src/database/Database';
import { analyzeCatalog, writeProducts, writeVariants } from '../src/modules/catalog/productsImportRepository';
import { buildCatalog, type CatalogRows } from './buildCatalog';
import { buildPosts } from './buildPosts';
import { coupons, currencies } from './commerce';
import { deliveryAreas } from './deliveryAreas';
import { createLogoLookup, createPictureLookup } from './createPictureLookup';
import { upsertRows } from '../src/database/upsertRows';

export const originalsManifest = path.join(__dirname, 'media/manifest.json');
export const STATE_NAME = 'catalog';
/** Instead of a hash: the merchant has removed the demonstration, which does not come back. */
export const REMOVED = 'removed';

/** Set where staff have changed a row: from then on it is the merchant's. */
export const EDITED = 'edited_at';

/** Finds products that operators have imported. The sync does not change them or reuse their SKUs. */
const findImportedProducts = async (
  connection: Queryable,
): Promise<{ readonly ids: ReadonlySet<unknown>; readonly skus: ReadonlySet<unknown> }> => {
  const { rows } = await connection.query<{ id: string; sku: string }>(
    'SELECT id, sku FROM products WHERE imported_at IS NOT NULL',
  );
  return { ids: new Set(rows.map(({ id }) => id)), skus: new Set(rows.map(({ sku }) => sku)) };
};

/** Finds categories and brands that staff have renamed or deleted, which do not come back: "category store slug". */
const findFormerGroups = async (connection: Queryable): Promise<ReadonlySet<string>> => {
  const { rows } = await connection.query<{ former: string }>(
    `SELECT kind || ' ' || store || ' ' || slug AS former FROM group_moves WHERE to_slug IS DISTINCT FROM slug`,
  );
  return new Set(rows.map(({ former }) => former));
};

const writeCatalog = async (connection: Queryable, rows: CatalogRows): Promise<void> => {
  const former = await findFormerGroups(connection);
  for (const [kind, table] of [
    ['category', 'categories'],
    ['brand', 'brands'],
  ] as const) {
    const kept = rows[table].filter(({ store, slug }) => !former.has([kind, store, slug].join(' ')));
    await upsertRows(connection, table, kept, { conflict: ['store', 'slug'], keepIf: EDITED });
  }
  const imported = await findImportedProducts(connection);
  const synced = rows.products.filter(({ row }) => !imported.ids.has(row.id) && !imported.skus.has(row.sku));
  // Orders have changed the stock since, and the state may be another. Ratings are counted with the reviews.
  await writeProducts(
    connection,
    synced.map(({ row }) => row),
    { keepColumns: ['stock', 'status', 'version'] },
  );
  await writeVariants(connection, synced, { keepColumns: ['stock'] });
  await connection.query('DELETE FROM products WHERE id = ANY($1::text[]) AND imported_at IS NULL', [rows.retired]);
};

/**
 * Replaces the reviews of the content, and counts those of customers with them. Nothing else marks them: reviews of
 * deleted accounts have no account either, but only ours are dated midnight.
 */
const writeReviews = async (connection: Queryable, rows: CatalogRows): Promise<void> => {
  const synced = 'SELECT id FROM products WHERE id = ANY($1::text[]) AND imported_at IS NULL';
  const ids = rows.products.map(({ row }) => row.id);
  await connection.query(
    `DELETE FROM reviews WHERE product_id IN (${synced}) AND account_id IS NULL
       AND created_at = date_trunc('day', created_at, 'UTC')`,
    [ids],
  );
  await connection.query(
    `INSERT INTO reviews (product_id, user_name, rating, comment, created_at)
     SELECT r.product_id, r.user_name, r.rating, r.comment, r.created_at
     FROM json_populate_recordset(NULL::reviews, $2::json) r WHERE r.product_id IN (${synced})`,
    [ids, JSON.stringify(rows.reviews)],
  );
  await connection.query(
    `UPDATE products p SET review_count = votes, rating_tenths = round(stars * 10.0 / votes), rating_counts = counts
     FROM (SELECT product_id, count(*)::integer AS votes, sum(rating) AS stars,
         (SELECT array_agg(n ORDER BY star) FROM (SELECT star, count(*) FILTER (WHERE own.rating = star)::integer AS n
            FROM generate_series(1, 5) star, reviews own WHERE own.product_id = r.product_id AND own.status = 'published' GROUP BY star) c) AS counts
       FROM reviews r WHERE product_id IN (${synced}) AND status = 'published' GROUP BY product_id) v
     WHERE p.id = v.product_id AND p.rating_counts IS DISTINCT FROM v.counts`,
    [ids],
  );
};

/** Writes all posts and deletes those whose file was removed, but for what staff have changed or taken back. */
const writePosts = async (connection: Queryable, posts: readonly Record<string, unknown>[]): Promise<void> => {
  // Taken back is what staff have, but the blog has not.
  const { rows: withdrawn } = await connection.query<{ id: string }>(
    `SELECT substr(key, 6) AS id FROM content_documents
     WHERE key LIKE 'post.%' AND NOT EXISTS (SELECT 1 FROM posts WHERE id = substr(key, 6))`,
  );
  await connection.query(`DELETE FROM posts WHERE id <> ALL($1::text[]) AND ${EDITED} IS NULL`, [
    posts.map(({ id }) => id),
  ]);
  const shown = posts.filter((post) => !withdrawn.some(({ id }) => id === post['id']));
  await upsertRows(connection, 'posts', shown, { conflict: ['id'], keepIf: EDITED });
};

/** Inserts the currencies, which every shop has. Existing ones belong to the operator and are not changed. */
export const syncCurrencies = async (connection: Queryable): Promise<void> => {
  await connection.query(
    'INSERT INTO currencies SELECT * FROM json_populate_recordset(NULL::currencies, $1::json) ON CONFLICT DO NOTHING',
    [JSON.stringify(currencies)],
  );
};

/** Inserts coupons. Existing ones belong to the operator and are not changed. */
const writeCoupons = async (connection: Queryable): Promise<void> => {
  await connection.query(
    `INSERT INTO coupons (code, kind, amount, minimum_cents, max_uses_per_customer)
     SELECT code, kind, amount, minimum_cents, max_uses_per_customer FROM json_populate_recordset(NULL::coupons, $1::json) ON CONFLICT DO NOTHING`,
    [JSON.stringify(coupons)],
  );
};

/** Writes the shop's content to the database if it has changed since the last sync. */
export const syncCatalog = async (database: Database, mediaManifest: string): Promise<void> => {
  const pictures = createPictureLookup(mediaManifest, originalsManifest);
  const rows = await buildCatalog(pictures, createLogoLookup(mediaManifest));
  const posts = buildPosts(pictures);
  const hash = createHash('sha256')
    .update(JSON.stringify([rows, posts, coupons, currencies, deliveryAreas]))
    .digest('hex');
  const isChanged = await database.transaction(async (connection) => {
    const { rows: state } = await connection.query<{ hash: string }>(
      'SELECT hash FROM seed_state WHERE name = $1 FOR UPDATE',
      [STATE_NAME],
    );
    if (state[0]?.hash === hash || state[0]?.hash === REMOVED) return false;
    await writeCatalog(connection, rows);
    await writeReviews(connection, rows);
    await writePosts(connection, posts);
    await syncCurrencies(connection);
    await writeCoupons(connection);
    await upsertRows(connection, 'delivery_areas', deliveryAreas, { conflict: ['id'], keepIf: EDITED });
    await upsertRows(connection, 'seed_state', [{ name: STATE_NAME, hash }], { conflict: ['name'] });
    return true;
  });
  if (isChanged) await analyzeCatalog(database);
};
