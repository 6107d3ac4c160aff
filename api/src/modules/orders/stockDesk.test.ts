import { LOW_STOCK, type AnswerOf, type getLowStock } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

const clock = { now: () => new Date('2026-11-21T12:00:00Z') };

describe.each(databaseKinds)('the stock in the back office on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'catalog');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    for (const table of ['products', 'product_variants']) await database.query(`UPDATE ${table} SET stock = 100`);
  });
  const read = async () => (await ada.get('/stock/low')).json<AnswerOf<typeof getLowStock>>().data;

  test('nothing is low while more than five pieces of everything are left (product 16.39)', async () => {
    await database.query("UPDATE products SET stock = 6 WHERE id = 'ring-halo'");
    expect(await read()).toEqual({ total: 0, items: [] });
  });

  test('products and variants of which five or fewer can be ordered are counted, and three named (product 16.39)', async () => {
    const { rows } = await database.query<{ id: string; variant: string; name: string; image: string }>(
      `SELECT v.product_id AS id, v.id AS variant, p.name || ', ' || v.name AS name, coalesce(v.image, p.image) AS image
       FROM product_variants v JOIN products p ON p.id = v.product_id ORDER BY v.product_id, v.position LIMIT 1`,
    );
    const [variant] = rows;
    await database.query('UPDATE product_variants SET stock = 1 WHERE product_id = $1 AND id = $2', [
      variant?.id,
      variant?.variant,
    ]);
    // Its pieces are those of its variants: its own number says nothing.
    await database.query('UPDATE products SET stock = 0 WHERE id = $1', [variant?.id]);
    await database.query("UPDATE products SET stock = 0 WHERE id = 'ring-halo'");
    await database.query("UPDATE products SET stock = 5, held = 20 WHERE id = 'bracelet-bangle'");
    await database.query(
      `UPDATE products SET stock = 5 WHERE id = (SELECT id FROM products p WHERE NOT EXISTS (SELECT FROM product_variants v WHERE v.product_id = p.id) ORDER BY name DESC LIMIT 1)`,
    );
    const { total, items } = await read();
    expect(items.map(({ product_id: id, variant_id: option, stock }) => [id, option, stock])).toEqual([
      ['ring-halo', null, 0],
      [variant?.id, variant?.variant, 1],
      ['bracelet-bangle', null, 5],
    ]);
    expect(items[1]).toMatchObject({ name: variant?.name, image: variant?.image });
    expect(total).toBe(4);
  });

  test('drafts do not run low, and beyond a thousand nothing is counted (product 16.39)', async () => {
    await database.query("UPDATE products SET stock = 0, status = 'draft' WHERE id = 'ring-halo'");
    expect(await read()).toEqual({ total: 0, items: [] });
    await database.query("UPDATE products SET status = 'published' WHERE id = 'ring-halo'");
    expect((await read()).total).toBe(1);
    await database.query(
      `INSERT INTO product_variants (product_id, id, name, sku, price_cents, stock, position)
       SELECT 'carrots', 'many-' || n, 'Many', 'MANY-' || n, 100, 1, 900 FROM generate_series(1, 1200) n`,
    );
    expect((await read()).total).toBe(1_000);
    await database.query("DELETE FROM product_variants WHERE id LIKE 'many-%'");
    expect((await read()).total).toBe(1);
  });

  test('what is noted as few is what is few, whatever has changed the stock, also in a shop that is older than the notes', async () => {
    const noted = async () =>
      (await database.query('SELECT product_id, variant_id, stock FROM low_stock ORDER BY 1, 2')).rows;
    const few = async () =>
      (
        await database.query(
          `SELECT id AS product_id, '' AS variant_id, stock FROM products p
           WHERE stock <= $1 AND NOT EXISTS (SELECT FROM product_variants WHERE product_id = p.id)
           UNION ALL SELECT product_id, id, stock FROM product_variants WHERE stock <= $1 ORDER BY 1, 2`,
          [LOW_STOCK],
        )
      ).rows;
    for (const change of ['hashtext(id || sku) & 15', 'stock - 1', 'stock + 3', 'hashtext(sku) & 7'])
      for (const table of ['products', 'product_variants']) {
        await database.query(`UPDATE ${table} SET stock = greatest(0, ${change})`);
        expect(await noted()).toEqual(await few());
      }
    for (const rest of ['stock < 3', 'stock > 5', "product_id < 'p'"]) {
      await database.query(`DELETE FROM product_variants WHERE ${rest}`);
      expect(await noted()).toEqual(await few());
    }
    expect((await noted()).length).toBeGreaterThan(10);
    await database.query(
      `INSERT INTO product_variants (product_id, id, name, sku, price_cents, stock, position)
       SELECT id, 'new', 'New', sku || '-N', 100, length(name) % 9, 0 FROM products WHERE id < 'e'`,
    );
    expect(await noted()).toEqual(await few());
    await database.query("DELETE FROM products WHERE id < 'c'");
    expect(await noted()).toEqual(await few());
    await database.query('DELETE FROM low_stock');
    await database.query('CALL fill_low_stock()');
    expect(await noted()).toEqual(await few());
  });
});
