import type { Queryable } from '../src/database/Database';
import { upsertRows } from '../src/database/upsertRows';
import { buildCatalog } from './buildCatalog';
import { buildPosts } from './buildPosts';
import { createPictureLookup } from './createPictureLookup';
import { coupons } from './commerce';
import { deliveryAreas } from './deliveryAreas';
import { EDITED, originalsManifest, REMOVED, STATE_NAME } from './syncCatalog';

/** What `removeDemo` has taken away. */
export interface RemovedDemo {
  readonly products: number;
  /** Products that orders have: they are archived. */
  readonly archived: number;
  readonly posts: number;
  readonly coupons: number;
}

/**
 * Removes what the demonstration has brought and nobody has changed. It does not come back. Orders keep their products,
 * slots and coupons.
 */
export const removeDemo = async (connection: Queryable): Promise<RemovedDemo> => {
  const pictures = createPictureLookup(originalsManifest, originalsManifest);
  const rows = await buildCatalog(pictures);
  const run = async (text: string, values: readonly unknown[]): Promise<number> =>
    (await connection.query(text, [...values])).rowCount ?? 0;
  const ids = rows.products.map(({ row }) => row.id);
  const archived = await run(
    `UPDATE products SET status = 'archived' WHERE id = ANY($1::text[]) AND imported_at IS NULL AND status <> 'archived'
       AND EXISTS (SELECT 1 FROM order_lines l WHERE l.product_id = products.id)`,
    [ids],
  );
  const products = await run(
    `DELETE FROM products WHERE id = ANY($1::text[]) AND imported_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.product_id = products.id)`,
    [ids],
  );
  for (const [table, column] of [
    ['categories', 'category'],
    ['brands', 'brand'],
  ] as const)
    await run(
      `DELETE FROM ${table} t USING unnest($1::text[], $2::text[]) demo(store, slug)
       WHERE t.store = demo.store AND t.slug = demo.slug AND t.${EDITED} IS NULL
         AND NOT EXISTS (SELECT 1 FROM products p WHERE p.store = t.store AND p.${column} = t.slug AND p.status <> 'archived')`,
      [rows[table].map(({ store }) => store), rows[table].map(({ slug }) => slug)],
    );
  const posts = await run(`DELETE FROM posts WHERE id = ANY($1::text[]) AND ${EDITED} IS NULL`, [
    buildPosts(pictures).map(({ id }) => id),
  ]);
  await run(
    `DELETE FROM delivery_areas a WHERE id = ANY($1::text[]) AND ${EDITED} IS NULL AND NOT EXISTS (
       SELECT 1 FROM delivery_slots s JOIN orders o ON o.delivery_slot_id = s.id WHERE s.area_id = a.id)`,
    [deliveryAreas.map(({ id }) => id)],
  );
  const codes = coupons.map(({ code }) => code);
  const removed = await run(
    'DELETE FROM coupons c WHERE code = ANY($1::text[]) AND NOT EXISTS (SELECT 1 FROM coupon_uses u WHERE u.code = c.code)',
    [codes],
  );
  const ended = await run('UPDATE coupons SET ends_at = now() WHERE code = ANY($1::text[]) AND ends_at IS NULL', [
    codes,
  ]);
  await upsertRows(connection, 'seed_state', [{ name: STATE_NAME, hash: REMOVED }], { conflict: ['name'] });
  return { products, archived, posts, coupons: removed + ended };
};
