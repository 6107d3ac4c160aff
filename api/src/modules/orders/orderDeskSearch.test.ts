import type { OrderView } from '@shop/contracts';
import type { Database } from '../../database/Database';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { findDeskOrders, type OrderSearch } from './orderDeskRepository';

const NOW = new Date('2026-11-21T12:00:00Z');
/** More than are sorted; the rest are met in the list's order. */
const ORDERS = 6_200;

describe.each(databaseKinds)('the search of the desk of orders on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    // Every second order is sent; every hundredth is a Hopper's.
    await database.query(
      `INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at, accepted_at)
       SELECT 'ORD-0000-' || lpad(n::text, 4, '0'), CASE n % 2 WHEN 0 THEN 'shipped' ELSE 'processing' END, 'USD', 100, 0, 100, 'bank', '',
         jsonb_build_object('email', 'many-' || n || '@example.com', 'firstName', 'Grace', 'lastName', CASE n % 100 WHEN 1 THEN 'Hopper' ELSE 'Other' END, 'country', 'US'),
         now(), now() FROM generate_series(1, ${ORDERS}) n`,
    );
  }, 60_000);
  afterAll(() => database.close());

  const find = async (
    view: OrderView,
    text: string,
    number: OrderSearch['number'] = null,
    after: number | null = null,
  ) => {
    const others = {
      status: null,
      payment: null,
      store: null,
      from: null,
      until: null,
      productId: null,
      slotId: null,
      accountId: null,
    };
    const found = await findDeskOrders(database, { view, ...others, search: { number, text }, after }, NOW);
    return { ...found, numbers: found.items.map((row) => Number(row.number.slice(-4))) };
  };

  test('what many orders have is found page by page, newest first, and counted to a thousand (product 16.22)', async () => {
    const first = await find('all', 'many-');
    expect([first.total, first.numbers.length, first.numbers[0], first.numbers.at(-1)]).toEqual([
      1_000, 50, 6_200, 6_151,
    ]);
    const second = await find('all', 'many-', null, Number(first.next));
    expect([second.numbers[0], second.numbers.length]).toEqual([6_150, 50]);
  });

  test('views hold for what many have and for what few have, oldest first where it waits (product 16.22)', async () => {
    expect((await find('to-send', 'grace')).numbers.slice(0, 3)).toEqual([1, 3, 5]);
    const few = await find('to-send', 'hopper');
    expect([few.total, few.numbers.slice(0, 3)]).toEqual([62, [1, 101, 201]]);
    expect((await find('late', 'nobody')).numbers).toEqual([]);
  });

  test('what few have is found page by page, too (product 16.22)', async () => {
    const first = await find('all', 'hopper');
    expect([first.total, first.numbers.length, first.numbers[0], first.numbers.at(-1)]).toEqual([62, 50, 6_101, 1_201]);
    expect((await find('all', 'hopper', null, Number(first.next))).numbers.at(-1)).toBe(1);
  });

  test('a number is found beside what its letters begin (product 16.22)', async () => {
    expect((await find('all', 'ord-0000-0042', 'ORD-0000-0042')).numbers).toEqual([42]);
  });
});
