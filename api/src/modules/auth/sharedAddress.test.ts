import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

/** A class that registers together, an office, or the customers behind a carrier's NAT. */
const PEOPLE = 100;

let database: Database;
let app: FastifyInstance & { afterReply: { settled(): Promise<void> } };
let now = new Date('2026-03-02T10:00:00Z');
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
  await database.query('UPDATE products SET stock = 1000');
  app = await buildTestApp(database, {}, { now: () => now });
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Cheap enough for 100 unpaid orders: unpaid orders of one address hold goods for $20,000 at most. */
let products: { id: string; price: number }[] = [];
beforeAll(async () => {
  ({ rows: products } = await database.query<{ id: string; price: number }>(
    `SELECT id, price_cents / 100.0::float8 AS price FROM products p
     WHERE store = 'jewellery-store' AND price_cents < 20000 AND NOT EXISTS (SELECT 1 FROM product_variants v WHERE v.product_id = p.id) ORDER BY id LIMIT 20`,
  ));
});

test.each(['203.0.113.9', '2001:db8:5:6::1'])(
  '100 people behind %s register, order, log out and log in within an hour',
  async (address) => {
    for (let person = 0; person < PEOPLE; person += 1) {
      const [visitor, email] = [new Visitor(app, database, address), `person-${person}@${address.length}.example`];
      now = new Date(now.getTime() + 35_000);
      expect((await visitor.register(email)).statusCode).toBe(200);
      const billing = { ...anOrderBody().billing, email };
      const { id, price } = products[person % products.length] ?? { id: '', price: 0 };
      const items = [{ product_id: id, variant_id: null, quantity: 1 }];
      const order = await visitor.post('/orders', anOrderBody({ billing, items, expected_total: price }), {
        headers: { 'idempotency-key': newKey() },
      });
      expect(order.statusCode).toBe(200);
      await visitor.post('/logout');
      expect((await visitor.login(email)).statusCode).toBe(200);
    }
  },
  60_000,
);

test('30 people of a class press "Create account" in the same minute, and each is sent a code', async () => {
  for (let person = 0; person < 30; person += 1) {
    const visitor = new Visitor(app, database, '203.0.114.9');
    expect((await visitor.register(`pupil-${person}@school.example`)).statusCode).toBe(200);
  }
});
