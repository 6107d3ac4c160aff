import fc from 'fast-check';
import { addMs, DAY_MS, HOUR_MS } from '../../clock';
import type { Database } from '../../database/Database';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { walkOrderHistories } from '../../testing/walkOrderHistories';
import { findReceived } from '../payments/refundsRepository';
import { readFigures } from './readFigures';

const RUNS = Number(process.env['HISTORIES'] ?? 12);
const UNPAID = ['on-hold', 'pending-payment'];
const toCents = (dollars: number): number => Math.round(dollars * 100);

describe.each(databaseKinds)('figures on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  }, 60_000);
  afterAll(() => database.close());

  /** What an order brings, by what its page says of its money. */
  const sumOrder = async (): Promise<{ readonly orders: number; readonly cents: number }> => {
    const { rows } = await database.query<{ number: string; status: string; total: number }>(
      "SELECT number, status, total_cents AS total FROM orders WHERE status <> 'canceled'",
    );
    const [order] = rows;
    if (!order) return { orders: 0, cents: 0 };
    const received = (await findReceived(database, order.number)).filter(({ currency }) => currency === 'USD');
    const came = received.reduce((sum, { receivedCents }) => sum + receivedCents, 0);
    const left = received.reduce((sum, { leftCents }) => sum + leftCents, 0);
    const tooMuch = Math.max(0, came - order.total);
    const back = UNPAID.includes(order.status) ? 0 : Math.max(0, came - left - tooMuch);
    return { orders: 1, cents: order.total - back };
  };

  test('after each step of random histories, the figures of a past day are what its order brings (product 18.7)', async () => {
    const first = new Date('2024-03-10T09:30:00Z'); // clocks are changed half an hour later
    const { steps } = await walkOrderHistories(database, {
      runs: RUNS,
      seed: 76_000,
      first,
      afterStep: async (now) => {
        const later = { now: () => addMs(now, 3 * DAY_MS) };
        const { days, sums, products } = await readFigures({ database, clock: later }, { days: 90, store: null });
        const expected = await sumOrder();
        const day = days.find((each) => each.day === '2024-03-10');
        expect([day?.orders, toCents(day?.revenue ?? 0)]).toEqual([expected.orders, expected.cents]);
        expect(toCents(sums.revenue)).toBe(expected.cents);
        expect(products.reduce((sum, { revenue }) => sum + toCents(revenue), 0)).toBe(expected.cents);
      },
    });
    expect(steps.size).toBeGreaterThan(10);
  }, 1_200_000);

  const PRODUCTS = ['ring-halo', 'bracelet-bangle', 'almonds', 'carrots'] as const;
  const NOW = new Date('2024-11-20T20:00:00Z');
  /** Around the day on which clocks change, and until now. */
  const instant = fc.integer({ min: 0, max: 40 * 24 * 60 }).map((minutes) => addMs(NOW, -minutes * 60_000));
  const order = fc.record({
    at: fc.oneof(instant, fc.constantFrom(new Date('2024-11-04T08:00:00Z'), new Date('2024-11-04T07:59:59.999Z'))),
    status: fc.constantFrom('shipped', 'processing', 'on-hold', 'canceled'),
    discount: fc.integer({ min: 0, max: 100 }),
    lines: fc.array(
      fc.record({
        product: fc.constantFrom(...PRODUCTS),
        price: fc.integer({ min: 0, max: 10_000_000 }),
        quantity: fc.integer({ min: 1, max: 5 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    /** What becomes of it after the figures were read once, and what part of it is given back. */
    becomes: fc.constantFrom('shipped', 'canceled', 'deleted', 'the same', 'the same'),
    back: fc.integer({ min: 0, max: 100 }),
    isLate: fc.boolean(),
  });

  test('of random orders and what becomes of them, each period and storefront is what SQL sums up (product 18.7)', async () => {
    let index = 0;
    const clock = { now: () => NOW };
    const insert = async ({
      at,
      status,
      discount,
      lines,
    }: {
      at: Date;
      status: string;
      discount: number;
      lines: object[];
    }) => {
      const number = `ORD-ANY-${(index += 1)}`;
      await database.query(
        `WITH l AS (SELECT * FROM json_to_recordset($5) AS l (position int, product text, price int, quantity int)),
           placed AS (
             INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at)
             SELECT $1, $2, 'USD', s, s * $3::int / 100, s - s * $3::int / 100, 'global', '', '{}', $4
             FROM (SELECT sum(price * quantity)::bigint AS s FROM l) l RETURNING id)
           INSERT INTO order_lines (order_id, position, product_id, sku, name, image, unit_price_cents, quantity)
           SELECT placed.id, position, product, '', '', '', price, quantity FROM placed, l`,
        [number, status, discount, at, JSON.stringify(lines.map((line, position) => ({ ...line, position })))],
      );
      return number;
    };
    const giveBack = (number: string, percent: number) =>
      database.query(
        `WITH paid AS (
             INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at)
             SELECT number, number, 'sandbox', 'paid', total_cents, now() FROM orders WHERE number = $1 RETURNING *)
           INSERT INTO refunds (id, order_number, payment_id, amount_cents, currency, lines, reason, state, actor, created_at, send_after)
           SELECT id, id, id, amount_cents::bigint * $2::int / 100, 'USD', '[]', '', 'sent', '{}', now(), now() FROM paid
           WHERE amount_cents::bigint * $2::int / 100 > 0`,
        [number, percent],
      );
    /** Plain SQL over orders and refunds. */
    const sumByDay = async (store: string | null) => {
      const { rows } = await database.query<{ day: string; orders: number; cents: number }>(
        `SELECT to_char(created_at AT TIME ZONE 'America/Los_Angeles', 'YYYY-MM-DD') AS day, count(*)::int AS orders,
             sum(total_cents - CASE WHEN status = 'on-hold' THEN 0 ELSE coalesce((SELECT sum(amount_cents) FROM refunds r WHERE r.order_number = o.number), 0) END)::float8 AS cents
           FROM orders o WHERE status <> 'canceled' AND ($1::text IS NULL OR EXISTS (
             SELECT FROM order_lines l JOIN products p ON p.id = l.product_id WHERE l.order_id = o.id AND p.store = $1))
           GROUP BY 1`,
        [store],
      );
      return new Map(rows.map(({ day, ...sums }) => [day, sums]));
    };
    const compare = async (): Promise<void> => {
      for (const days of [7, 30, 90]) {
        const expected = await sumByDay(null);
        const all = await readFigures({ database, clock }, { days, store: null });
        for (const { day, orders, revenue, before_day: then, before_orders, before_revenue } of all.days) {
          const [now, before] = [expected.get(day), expected.get(then)];
          expect([day, orders, toCents(revenue)]).toEqual([day, now?.orders ?? 0, now?.cents ?? 0]);
          expect([then, before_orders, toCents(before_revenue)]).toEqual([
            then,
            before?.orders ?? 0,
            before?.cents ?? 0,
          ]);
        }
        // Four products, all of them among the ten.
        expect(all.products.reduce((sum, { revenue }) => sum + toCents(revenue), 0)).toBe(toCents(all.sums.revenue));
        let cents = 0;
        for (const store of ['jewellery-store', 'organic-store'] as const) {
          const part = await readFigures({ database, clock }, { days, store });
          const placed = await sumByDay(store);
          for (const { day, orders } of part.days) expect([day, orders]).toEqual([day, placed.get(day)?.orders ?? 0]);
          expect(part.products.reduce((sum, { revenue }) => sum + toCents(revenue), 0)).toBe(
            toCents(part.sums.revenue),
          );
          cents += toCents(part.sums.revenue);
        }
        expect(cents).toBe(toCents(all.sums.revenue));
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(order, { maxLength: 25 }), async (orders) => {
        await database.query('DELETE FROM orders');
        const numbers = new Map<object, string>();
        for (const each of orders) if (!each.isLate) numbers.set(each, await insert(each));
        await compare();
        for (const each of orders) {
          const number = numbers.get(each) ?? (await insert(each));
          if (each.becomes === 'deleted') await database.query('DELETE FROM orders WHERE number = $1', [number]);
          else if (each.becomes !== 'the same')
            await database.query('UPDATE orders SET status = $2 WHERE number = $1', [number, each.becomes]);
          if (each.back > 50) await giveBack(number, each.back);
        }
        await compare();
      }),
      { numRuns: RUNS, seed: 76_000 },
    );
  }, 1_200_000);

  test('a day is added up once it is over for a day, by the clocks of shop and database (product 18.6)', async () => {
    await database.query('DELETE FROM orders');
    const tomorrow = { now: () => addMs(new Date(), 30 * DAY_MS) };
    await database.query(
      `INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at)
       VALUES ('ORD-NOW', 'shipped', 'USD', 100, 0, 100, 'bank', '', '{}', $1)`,
      [addMs(new Date(), -HOUR_MS)],
    );
    // This process is a month ahead: the order may still be on its way.
    await readFigures({ database, clock: tomorrow }, { days: 90, store: null });
    await database.query("UPDATE orders SET status = 'canceled' WHERE number = 'ORD-NOW'");
    expect((await readFigures({ database, clock: tomorrow }, { days: 90, store: null })).sums.orders).toBe(0);
  });
});
