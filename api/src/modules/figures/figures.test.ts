import type { Figures } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { addUpPastDays } from './addUpPastDays';
import { readFigures } from './readFigures';

interface Line {
  readonly product: string;
  /** Cents. */
  readonly price: number;
  readonly quantity?: number;
  readonly measure?: object;
}

describe.each(databaseKinds)('figures on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  /** In Los Angeles, noon of June 15. */
  let now = new Date('2024-06-15T19:00:00Z');
  const clock = { now: () => now };
  let placed = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'analyst');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = new Date('2024-06-15T19:00:00Z');
    await database.query('DELETE FROM orders');
  });

  /** Places an order at an instant, of rings for so many cents unless lines are given. */
  const place = async (
    at: string,
    lines: number | readonly Line[],
    { discount = 0, status = 'shipped' }: { readonly discount?: number; readonly status?: string } = {},
  ): Promise<string> => {
    const number = `ORD-TEST-${String((placed += 1)).padStart(4, '0')}`;
    const sold = typeof lines === 'number' ? [{ product: 'ring-halo', price: lines }] : lines;
    const subtotal = sold.reduce((sum, { price, quantity = 1 }: Line) => sum + price * quantity, 0);
    await database.query(
      `WITH placed AS (
         INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at)
         VALUES ($1, $2, 'USD', $3, $4, $3::int - $4::int, 'global', '', '{}', $5) RETURNING id)
       INSERT INTO order_lines (order_id, position, product_id, sku, name, image, unit_price_cents, quantity, measure)
       SELECT placed.id, l.position, l.product, 'sku', 'name', 'image', l.price, coalesce(l.quantity, 1), l.measure
       FROM placed, json_to_recordset($6) AS l (position int, product text, price int, quantity int, measure jsonb)`,
      [number, status, subtotal, discount, at, JSON.stringify(sold.map((line, position) => ({ ...line, position })))],
    );
    return number;
  };
  const pay = (id: string, number: string, cents: number, status = 'paid', currency = 'USD') =>
    database.query(
      `INSERT INTO payments (id, order_number, provider, status, amount_cents, received_cents, received_currency, created_at)
       VALUES ($1, $2, 'sandbox', $3, $4, $4, $5, $6)`,
      [id, number, status, cents, currency, now],
    );
  const giveBack = (id: string, payment: string, number: string, cents: number, state = 'sent') =>
    database.query(
      `INSERT INTO refunds (id, order_number, payment_id, amount_cents, currency, lines, reason, state, actor, created_at, send_after)
       VALUES ($1, $2, $3, $4, 'USD', '[]', '', $5, '{}', $6, $6)`,
      [id, number, payment, cents, state, now],
    );
  const read = async (query = '?days=7'): Promise<Figures> => (await ada.get(`/figures${query}`)).json().data;
  const readDay = async (day: string, query?: string) => {
    const { days } = await read(query);
    const found = days.find((each) => each.day === day);
    return found && [found.orders, found.revenue];
  };

  test('without an order there are days without figures, and a file without sums (product 18.1, 18.9)', async () => {
    const figures = await read('?days=30');
    expect(figures).toMatchObject({
      has_orders: false,
      sums: { orders: 0, revenue: 0, average: 0 },
      before: { orders: 0, revenue: 0, average: 0 },
      products: [],
    });
    expect([figures.days.length, figures.days[0], figures.days.at(-1)]).toMatchObject([
      30,
      { day: '2024-05-17', orders: 0, revenue: 0, before_day: '2024-04-17', before_orders: 0, before_revenue: 0 },
      { day: '2024-06-15', before_day: '2024-05-16' },
    ]);
  });

  test('one order counts today, and its figures stand beside those of the days before (product 18.1, 18.2)', async () => {
    await place('2024-06-15T18:59:00Z', 12_345);
    await place('2024-06-08T18:59:00Z', 10_000);
    await place('2024-06-01T18:59:00Z', 99_900);
    const { days, sums, before, has_orders: hasOrders } = await read();
    expect([hasOrders, sums, before]).toEqual([
      true,
      { orders: 1, revenue: 123.45, average: 123.45 },
      { orders: 1, revenue: 100, average: 100 },
    ]);
    expect(days.at(-1)).toEqual({
      day: '2024-06-15',
      orders: 1,
      revenue: 123.45,
      before_day: '2024-06-08',
      before_orders: 1,
      before_revenue: 100,
    });
    expect((await read('?days=90')).sums.orders).toBe(3);
  });

  test('a day begins and ends at midnight of the shop, also when clocks change (product 18.2)', async () => {
    await place('2024-06-14T06:59:59.999Z', 100);
    await place('2024-06-14T07:00:00Z', 1_000);
    await place('2024-06-15T06:59:59.999Z', 10_000);
    await place('2024-06-15T07:00:00Z', 100_000);
    expect(await readDay('2024-06-13')).toEqual([1, 1]);
    expect(await readDay('2024-06-14')).toEqual([2, 110]);
    expect(await readDay('2024-06-15')).toEqual([1, 1_000]);

    now = new Date('2024-03-12T19:00:00Z');
    await ada.signIn();
    // Of March 10, 23 hours; of November 5 the year before, 25.
    for (const at of ['2024-03-10T07:59:59Z', '2024-03-10T08:00:00Z', '2024-03-11T06:59:59Z', '2024-03-11T07:00:00Z'])
      await place(at, 100);
    for (const at of ['2023-11-05T06:59:59Z', '2023-11-05T07:00:00Z', '2023-11-06T07:59:59Z', '2023-11-06T08:00:00Z'])
      await place(at, 100);
    expect(await readDay('2024-03-09')).toEqual([1, 1]);
    expect(await readDay('2024-03-10')).toEqual([2, 2]);
    expect(await readDay('2024-03-11')).toEqual([1, 1]);
    const year = '?days=365';
    expect(await readDay('2023-11-04', year)).toEqual([1, 1]);
    expect(await readDay('2023-11-05', year)).toEqual([2, 2]);
    expect(await readDay('2023-11-06', year)).toEqual([1, 1]);
  });

  test('today is read at once, and a day that has become the past stays as it was (product 18.2)', async () => {
    now = new Date('2024-06-15T06:59:00Z');
    await ada.signIn();
    await place('2024-06-15T06:58:00Z', 500);
    expect(await readDay('2024-06-14')).toEqual([1, 5]);
    await place('2024-06-15T06:58:30Z', 500);
    expect(await readDay('2024-06-14')).toEqual([2, 10]);
    for (const later of [
      '2024-06-15T07:00:00Z',
      '2024-06-16T06:59:00Z',
      '2024-06-16T07:00:00Z',
      '2024-06-18T00:00:00Z',
    ]) {
      now = new Date(later);
      await ada.signIn();
      expect(await readDay('2024-06-14')).toEqual([2, 10]);
    }
    // It was on its way at midnight.
    await place('2024-06-15T06:59:59.999Z', 500);
    expect(await readDay('2024-06-14')).toEqual([3, 15]);
  });

  test('canceled orders do not count, and unpaid ones do; canceled months later, the day changes (product 18.3)', async () => {
    const number = await place('2024-05-20T19:00:00Z', 5_000);
    await place('2024-05-20T19:00:00Z', 700, { status: 'on-hold' });
    await place('2024-05-20T19:00:00Z', 9_900, { status: 'canceled' });
    expect(await readDay('2024-05-20', '?days=30')).toEqual([2, 57]);
    now = new Date('2024-08-01T19:00:00Z');
    await ada.signIn();
    expect(await readDay('2024-05-20', '?days=90')).toEqual([2, 57]);
    await database.query("UPDATE orders SET status = 'canceled' WHERE number = $1", [number]);
    expect(await readDay('2024-05-20', '?days=90')).toEqual([1, 7]);
    expect((await read('?days=90')).products).toMatchObject([{ product_id: 'ring-halo', pieces: 1, revenue: 7 }]);
    await database.query('DELETE FROM orders');
    expect(await readDay('2024-05-20', '?days=90')).toEqual([0, 0]);
  });

  test('what was given back is no revenue, as soon as it is due, and is again if it fails (product 18.3)', async () => {
    const number = await place('2024-06-01T19:00:00Z', 10_000, { discount: 1_000 });
    await pay('p1', number, 9_000);
    expect(await readDay('2024-06-01', '?days=30')).toEqual([1, 90]);
    await giveBack('r1', 'p1', number, 2_550, 'due');
    expect(await readDay('2024-06-01', '?days=30')).toEqual([1, 64.5]);
    await database.query("UPDATE refunds SET state = 'sent' WHERE id = 'r1'");
    await giveBack('r2', 'p1', number, 100);
    expect(await readDay('2024-06-01', '?days=30')).toEqual([1, 63.5]);
    await database.query("UPDATE refunds SET state = 'failed' WHERE id = 'r1'");
    expect(await readDay('2024-06-01', '?days=30')).toEqual([1, 89]);
    await giveBack('r3', 'p1', number, 8_900);
    expect(await readDay('2024-06-01', '?days=30')).toEqual([1, 0]);
    expect((await read('?days=30')).products).toEqual([]);
  });

  test('money that came twice, or of a wrong amount, and went back was never revenue (product 18.3)', async () => {
    const twice = await place('2024-06-01T19:00:00Z', 10_000);
    await pay('t1', twice, 10_000);
    await pay('t2', twice, 10_000, 'refund-due');
    await giveBack('tr', 't2', twice, 10_000, 'due');
    const wrong = await place('2024-06-02T19:00:00Z', 10_000, { status: 'pending-payment' });
    await pay('w1', wrong, 900, 'refund-due');
    await giveBack('wr', 'w1', wrong, 900);
    const euros = await place('2024-06-03T19:00:00Z', 10_000);
    await pay('e1', euros, 10_000, 'refunded', 'EUR');
    await pay('e2', euros, 10_000);
    for (const day of ['2024-06-01', '2024-06-02', '2024-06-03'])
      expect(await readDay(day, '?days=30')).toEqual([1, 100]);
    await database.query("UPDATE orders SET status = 'processing' WHERE number = $1", [wrong]);
    await pay('w2', wrong, 10_000);
    expect(await readDay('2024-06-02', '?days=30')).toEqual([1, 100]);
    // A release that kept no refunds.
    await database.query("UPDATE payments SET status = 'refunded' WHERE id IN ('t1', 't2')");
    expect(await readDay('2024-06-01', '?days=30')).toEqual([1, 0]);
  });

  test('averages are rounded to a cent, and large sums are exact (product 18.1)', async () => {
    await place('2024-06-14T19:00:00Z', 1);
    await place('2024-06-15T18:00:00Z', 2);
    expect((await read()).sums).toEqual({ orders: 2, revenue: 0.03, average: 0.02 });
    for (let index = 0; index < 3; index += 1) await place('2024-06-13T19:00:00Z', 10_000_001);
    expect((await read()).sums).toEqual({ orders: 5, revenue: 300_000.06, average: 60_000.01 });
    await place('2024-06-12T19:00:00Z', [{ product: 'ring-halo', price: 20_000_000, quantity: 99 }]);
    expect((await read()).sums.revenue).toBe(20_100_000.06);
  });

  test('an order of both storefronts counts for both, and its lines share what it brings to the cent (product 18.4)', async () => {
    const lines = [
      { product: 'ring-halo', price: 3_333 },
      { product: 'almonds', price: 3_333 },
      { product: 'carrots', price: 1_111, quantity: 3, measure: { stepGrams: 250 } },
    ];
    await place('2024-06-15T18:00:00Z', lines, { discount: 1 });
    await place('2024-06-01T18:00:00Z', lines, { discount: 2_000 });
    await place('2024-06-01T18:00:00Z', [{ product: 'ring-halo', price: 0 }]);
    const [all, jewelry, organic] = [
      await read('?days=30'),
      await read('?days=30&store=jewellery-store'),
      await read('?days=30&store=organic-store'),
    ];
    expect([all.sums.orders, jewelry.sums.orders, organic.sums.orders]).toEqual([3, 3, 2]);
    expect(all.sums.revenue).toBe(179.97);
    expect(Math.round((jewelry.sums.revenue + organic.sums.revenue) * 100)).toBe(17_997);
    expect(all.products.reduce((sum, { revenue }) => sum + Math.round(revenue * 100), 0)).toBe(17_997);
    expect(all.products.map(({ product_id: id, pieces }) => [id, pieces])).toEqual(
      expect.arrayContaining([
        ['ring-halo', 3],
        ['almonds', 2],
        ['carrots', 2],
      ]),
    );
    expect(jewelry.products.map(({ product_id: id }) => id)).toEqual(['ring-halo']);
    expect(organic.products.map(({ product_id: id }) => id).sort()).toEqual(['almonds', 'carrots']);
  });

  test('the ten products that bring the most are named, with their pictures (product 18.5)', async () => {
    const { rows } = await database.query<{ id: string; name: string; image: string }>(
      'SELECT id, name, image FROM products ORDER BY id LIMIT 12',
    );
    for (const [index, { id }] of rows.entries())
      await place(index % 2 === 0 ? '2024-06-15T18:00:00Z' : '2024-06-11T18:00:00Z', [
        { product: id, price: 100 + index, quantity: 2 },
      ]);
    await place('2024-06-01T18:00:00Z', [{ product: rows[0]?.id ?? '', price: 90_000 }]);
    const expected = rows.map(({ id, name, image }, index) => ({
      product_id: id,
      name,
      image,
      pieces: 2,
      revenue: (200 + 2 * index) / 100,
    }));
    expect((await read()).products).toEqual(expected.reverse().slice(0, 10));
  });

  test('days are added up once by whoever asks at once, and not again without a change (product 18.6)', async () => {
    for (let day = 10; day < 30; day += 1) await place(`2024-05-${day}T19:00:00Z`, 100);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => readFigures({ database, clock }, { days: 30, store: null })),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.before.orders).toBe(7);
    const { rows } = await database.query<{ days: number }>(
      "SELECT count(*)::int AS days FROM figures_days WHERE store = ''",
    );
    expect(rows[0]?.days).toBeGreaterThanOrEqual(20);
    expect((await addUpPastDays({ database, clock }, 60)).stale).toEqual([]);
    // What a job adds up is what was asked for.
    await database.query("UPDATE orders SET status = 'canceled' WHERE created_at < '2024-05-12'");
    expect((await addUpPastDays({ database, clock }, 60)).stale).toEqual(['2024-05-10', '2024-05-11']);
    expect((await addUpPastDays({ database, clock }, 60)).stale).toEqual([]);
    expect((await read('?days=30')).before.orders).toBe(5);
  });

  test('sending an order, and one that is placed now, note nothing (product 18.6)', async () => {
    const number = await place('2024-06-01T19:00:00Z', 100, { status: 'processing' });
    await database.query('DELETE FROM figures_changes');
    await database.query("UPDATE orders SET status = 'shipped' WHERE number = $1", [number]);
    await place(new Date().toISOString(), 100);
    await database.query("UPDATE orders SET status = 'canceled' WHERE created_at > now() - interval '1 hour'");
    expect((await database.query('SELECT FROM figures_changes')).rowCount).toBe(0);
  });

  if (kind === 'PostgreSQL')
    test('what changes while a day is added up is not lost (product 18.6)', async () => {
      const number = await place('2024-06-01T19:00:00Z', 100);
      await database.transaction(async (connection) => {
        await connection.query("UPDATE orders SET status = 'canceled' WHERE number = $1", [number]);
        expect(await readDay('2024-06-01', '?days=30')).toEqual([1, 1]);
      });
      expect(await readDay('2024-06-01', '?days=30')).toEqual([0, 0]);
    });

  test('the days are a file that spreadsheets read (product 18.9)', async () => {
    await place('2024-06-15T18:00:00Z', 10_000_050);
    const response = await ada.get('/figures/export?days=7&store=jewellery-store');
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="figures-jewellery-store-2024-06-09-to-2024-06-15.csv"',
      'cache-control': 'no-store',
    });
    const lines = response.body.split('\r\n');
    expect([lines[0], lines.at(-2), lines.at(-1), lines.length]).toEqual([
      '\ufeffday,orders,revenue,day_before,orders_before,revenue_before',
      '2024-06-15,1,100000.50,2024-06-08,0,0.00',
      '',
      9,
    ]);
  });

  test.each([
    ['days=31', 'days'],
    ['days=365000000', 'days'],
    ["days=30'--", 'days'],
    ['days=-7', 'days'],
    ['days=7.0', 'days'],
    ['store=gems', 'store'],
    ['store=__proto__', 'store'],
    ['store=organic-store%00', 'store'],
  ])('%s is refused at its field', async (query, field) => {
    for (const path of ['/figures', '/figures/export']) {
      const response = await ada.get(`${path}?${query}`);
      expect([response.statusCode, response.json().fields]).toEqual([
        400,
        expect.objectContaining({ [field]: expect.any(String) }),
      ]);
    }
  });

  test('figures are for who may see them (product 18.10)', async () => {
    const kim = await new StaffVisitor(app, database, clock).join('kim@example.com', 'orders', 'Kim');
    for (const path of ['/figures', '/figures/export']) {
      expect((await kim.get(path)).json()).toMatchObject({ code: 'NOT_ALLOWED' });
      expect((await new StaffVisitor(app, database, clock).get(path)).statusCode).toBe(401);
    }
  });
});
