import type { AnswerOf, getLowStock } from '@shop/contracts';
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
});
