import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { deleteOldContentChanges, findContentVersion } from './contentChangesRepository';

describe.each(databaseKinds)('the version of the content on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test.each([
    ['a price', "UPDATE products SET price_cents = price_cents + 1 WHERE id = 'ring-halo'"],
    ['a state', "UPDATE products SET status = 'draft' WHERE id = 'ring-halo'"],
    ["a product's version", "UPDATE products SET version = version + 1 WHERE id = 'ring-halo'"],
    ['a category', "UPDATE categories SET name = 'Bands' WHERE slug = 'rings'"],
    ['a brand', "UPDATE brands SET position = position + 1 WHERE store = 'jewellery-store'"],
    ['a post', "UPDATE posts SET title = title || '.' WHERE store = 'jewellery-store'"],
    ['a product less', "DELETE FROM products WHERE id = 'earrings-hoops'"],
  ])('changes with %s (product 16.77)', async (_what, change) => {
    const before = await findContentVersion(database);
    await database.query(change);
    expect(await findContentVersion(database)).not.toBe(before);
  });

  test('stays when orders and reviews change a product', async () => {
    const before = await findContentVersion(database);
    await database.query("UPDATE products SET stock = stock - 1, rating_tenths = 41 WHERE id = 'ring-halo'");
    expect(await findContentVersion(database)).toBe(before);
  });

  // The embedded database has one connection.
  if (kind === 'PostgreSQL')
    test('changes with each commit, also if a change that began earlier is committed later', async () => {
      const change = "UPDATE posts SET title = title || '.' WHERE id = ";
      const { rows } = await database.query<{ id: string }>('SELECT id FROM posts ORDER BY id LIMIT 2');
      const [first, second] = rows.map(({ id }) => `'${id}'`);
      const seen: string[] = [];
      await database.transaction(async (connection) => {
        await connection.query(change + (first ?? ''));
        await database.query(change + (second ?? ''));
        seen.push(await findContentVersion(database));
      });
      expect(await findContentVersion(database)).not.toBe(seen[0]);
    });

  test('is answered to hosts; changes of more than a day ago are deleted', async () => {
    const version = await findContentVersion(database);
    expect((await app.inject('/api/content-version')).json()).toMatchObject({ data: { version } });
    await deleteOldContentChanges(database, new Date(Date.now() + 1_000));
    expect(await findContentVersion(database)).toBe('0-0');
  });
});
