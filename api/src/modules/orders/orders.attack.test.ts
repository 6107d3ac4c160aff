import { getOrder, placeOrder, type PlaceOrderBody } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

describe.each(databaseKinds)('orders on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    for (const table of ['counters', 'order_holders']) await database.query(`DELETE FROM ${table}`);
  });

  const post = (body: unknown, key: string | undefined = newKey(), headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...headers,
      },
      payload: JSON.stringify(body),
    });
  const countRows = async (table: string): Promise<number> =>
    Number((await database.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n);
  const setStock = (id: string, stock: number) =>
    database.query('UPDATE products SET stock = $2 WHERE id = $1', [id, stock]);
  const readStock = async (id: string): Promise<number | undefined> =>
    (await database.query<{ stock: number }>('SELECT stock FROM products WHERE id = $1', [id])).rows[0]?.stock;

  test('a guest order writes order, line items, stock and mail (product 7.5, 7.6, 7.7)', async () => {
    await setStock('ring-halo', 10);
    const response = await post(anOrderBody());
    expect(response.statusCode).toBe(200);
    expect(Check(placeOrder.response, response.json())).toBe(true);
    const { order } = response.json();
    expect(order).toMatchObject({
      status: 'on-hold',
      total: 320,
      shipping: 0,
      lines: [{ name: 'Halo Diamond Ring', quantity: 1, line_total: 320 }],
      payment_instructions: expect.stringContaining('Please transfer the total to our account'),
    });
    expect(await readStock('ring-halo')).toBe(9);
    const { rows } = await database.query<{ recipient: string; text: string }>(
      'SELECT recipient, text FROM mails ORDER BY id DESC LIMIT 1',
    );
    expect(rows[0]).toMatchObject({ recipient: 'ada@example.com', text: expect.stringContaining(order.number) });
  });

  test('cash orders are processed immediately; global orders wait for payment, and are refused without a payment provider (product 7.6)', async () => {
    expect((await post(anOrderBody({ payment_method: 'cash' }))).json().order).toMatchObject({
      status: 'processing',
      payable: false,
    });
    expect((await post(anOrderBody({ payment_method: 'global' }))).json().order).toMatchObject({
      status: 'pending-payment',
      payable: true,
    });
    const without = await buildTestApp(database, { payments: { provider: 'none', webhookSecret: '' } });
    const refused = await without.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ payment_method: 'global' }),
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().fields.payment_method).toContain('not available');
    await without.close();
  });

  test('states and ZIP codes are checked by country, with a message per field', async () => {
    const wrong = { ...anOrderBody().billing, country: 'CA', state: 'NY', zipCode: '10001' } as const;
    const refused = await post(anOrderBody({ billing: wrong }));
    expect(refused.statusCode).toBe(422);
    expect(refused.json().fields).toEqual({
      'billing.state': 'Choose a state of Canada.',
      'billing.zipCode': 'Enter a postal code of Canada, such as K1A 0B1.',
    });
    const elsewhere = { ...aPostalAddress, zipCode: '90210', country: 'CA' } as const;
    expect(Object.keys((await post(anOrderBody({ shipping_address: elsewhere }))).json().fields)).toEqual([
      'shipping_address.state',
      'shipping_address.zipCode',
    ]);
  });

  test('an order is charged in dollars and stores the displayed currency with its current rate (product 1.7)', async () => {
    await setStock('ring-halo', 100);
    const { order } = (await post(anOrderBody({ display_currency: 'EUR' }))).json();
    expect(order).toMatchObject({ currency: 'USD', total: 320, display_currency: 'EUR', exchange_rate: 0.92 });
    await database.query("UPDATE currencies SET rate = 0.5 WHERE code = 'EUR'");
    const { rows } = await database.query('SELECT exchange_rate::float8 AS rate FROM orders WHERE number = $1', [
      order.number,
    ]);
    expect(rows).toEqual([{ rate: 0.92 }]);
    await database.query("UPDATE currencies SET rate = 0.92 WHERE code = 'EUR'");
    expect((await post({ ...anOrderBody(), display_currency: 'XXX' })).statusCode).toBe(400);
  });

  describe('a guest opens an order in another browser', () => {
    const openOrder = (number: string, email: string, address: string, cookies: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: `/api/orders/${number}/access`,
        remoteAddress: address,
        cookies,
        payload: { email },
      });
    const place = async (): Promise<string> => (await post(anOrderBody())).json().order.number;

    test('by its number and email address, and can read it from then on (product 7.8)', async () => {
      const number = await place();
      const opened = await openOrder(number, ' ADA@example.com'.trim(), '198.51.100.1');
      expect(opened.json().order.number).toBe(number);
      const cookie = opened.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '';
      expect((await app.inject({ url: `/api/orders/${number}`, cookies: { guest_orders: cookie } })).statusCode).toBe(
        200,
      );
    });

    test('but gets the same 404 for a wrong address, a wrong number and an order of an account (product 7.8)', async () => {
      const number = await place();
      const owned = await place();
      await database.query(
        "INSERT INTO accounts (id, name, email, phone, created_at) VALUES ('owner', 'Ada', 'owner@example.com', '', now()) ON CONFLICT DO NOTHING",
      );
      await database.query("UPDATE orders SET account_id = 'owner' WHERE number = $1", [owned]);
      const responses = [
        await openOrder(number, 'eve@example.com', '198.51.100.2'),
        await openOrder('ORD-0000-0000', 'ada@example.com', '198.51.100.2'),
        await openOrder(owned, 'ada@example.com', '198.51.100.2'),
      ];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
      expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
      expect(responses.flatMap(({ cookies }) => cookies)).toEqual([]);
    });

    test('a network has ten attempts per order, and does not use up those of the owner', async () => {
      const number = await place();
      const responses = await Promise.all(
        Array.from({ length: 15 }, (_, n) => openOrder(number, `guess${n}@example.com`, '198.51.101.1')),
      );
      expect(responses.filter(({ statusCode }) => statusCode === 404)).toHaveLength(10);
      expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(5);
      expect((await openOrder(number, 'ada@example.com', '198.51.102.1')).statusCode).toBe(200);
    });

    const openLink = (number: string, link_key: string, address = '198.51.103.1') =>
      app.inject({
        method: 'POST',
        url: `/api/orders/${number}/access`,
        remoteAddress: address,
        payload: { link_key },
      });
    const readLinkKey = async (number: string): Promise<string> => {
      const { rows } = await database.query<{ text: string }>("SELECT text FROM mails WHERE subject LIKE '%' || $1", [
        number,
      ]);
      return new URL(/https?:\S+/.exec(rows[0]?.text ?? '')?.[0] ?? '').hash.replace('#key=', '');
    };

    test("with its mail's link, also from a network that has no attempts left", async () => {
      const number = await place();
      for (let n = 0; n < 12; n += 1) await openOrder(number, `guess${n}@example.com`, '198.51.103.1');
      const opened = await openLink(number, await readLinkKey(number));
      expect(opened.json().order.number).toBe(number);
      expect(opened.cookies.map(({ name }) => name)).toContain('guest_orders');
    });

    test('but not with the link of another order, a guessed key, or once the order belongs to an account', async () => {
      const [number, other] = [await place(), await place()];
      const key = await readLinkKey(number);
      expect((await openLink(other, key)).statusCode).toBe(404);
      expect((await openLink(number, 'x'.repeat(43))).statusCode).toBe(404);
      expect((await openLink(number, '')).statusCode).toBe(404);
      await database.query("UPDATE orders SET account_id = 'owner' WHERE number = $1", [number]);
      expect((await openLink(number, key)).statusCode).toBe(404);
    });
  });

  test('only the browser that placed an order can read it (product 7.8)', async () => {
    const placed = await post(anOrderBody());
    const { number } = placed.json().order;
    const cookie = placed.cookies.find(({ name }) => name === 'guest_orders');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    const own = await app.inject({ url: `/api/orders/${number}`, cookies: { guest_orders: cookie?.value ?? '' } });
    expect(Check(getOrder.response, own.json())).toBe(true);
    expect((await app.inject({ url: `/api/orders/${number}` })).statusCode).toBe(404);
    expect(
      (await app.inject({ url: `/api/orders/${number}`, cookies: { guest_orders: `${number}.forged` } })).statusCode,
    ).toBe(404);
  });

  test('the same idempotency key returns the same order (product 7.5)', async () => {
    const key = newKey();
    const before = await countRows('orders');
    const [first, again] = [await post(anOrderBody(), key), await post(anOrderBody(), key)];
    expect(again.json()).toEqual(first.json());
    expect(await countRows('orders')).toBe(before + 1);
  });

  test('the same idempotency key with another order is refused', async () => {
    const key = newKey();
    await post(anOrderBody(), key);
    const other = await post(anOrderBody({ payment_method: 'cash' }), key);
    expect(other).toMatchObject({ statusCode: 422 });
    expect(other.json().code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('50 concurrent identical requests create one order and get the same response (product 7.5)', async () => {
    await setStock('ring-halo', 100);
    const key = newKey();
    const before = await countRows('orders');
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(anOrderBody(), key)));
    expect(new Set(responses.map((response) => response.body)).size).toBe(1);
    expect(responses[0]?.statusCode).toBe(200);
    expect(await countRows('orders')).toBe(before + 1);
    expect(await readStock('ring-halo')).toBe(99);
  });

  test('the last unit is sold once', async () => {
    await setStock('ring-halo', 1);
    const responses = await Promise.all(Array.from({ length: 12 }, () => post(anOrderBody())));
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(11);
    expect(await readStock('ring-halo')).toBe(0);
    await setStock('ring-halo', 100);
  });

  test('a total that differs from the current one is a conflict that returns the fresh cart (product 7.4)', async () => {
    const response = await post(anOrderBody({ expected_total: 1 }));
    expect(response.statusCode).toBe(409);
    expect(response.json()).toMatchObject({
      code: 'TOTAL_CHANGED',
      cart: { total: 320, lines: [{ product_id: 'ring-halo', unit_price: 320 }] },
    });
  });

  test('a removed product is left out of the fresh cart', async () => {
    const items = [
      { product_id: 'ring-halo', variant_id: null, quantity: 1 },
      { product_id: 'gone', variant_id: null, quantity: 1 },
    ];
    const { cart, code } = (await post(anOrderBody({ items }))).json();
    expect(code).toBe('TOTAL_CHANGED');
    expect(cart.lines).toHaveLength(1);
  });

  test('insufficient stock is a conflict that returns the available quantity and reserves nothing (product 7.5)', async () => {
    await setStock('ring-halo', 2);
    const items = [{ product_id: 'ring-halo', variant_id: null, quantity: 3 }];
    const response = await post(anOrderBody({ items, expected_total: 960 }));
    expect(response.json()).toMatchObject({ code: 'OUT_OF_STOCK', cart: { lines: [{ quantity: 2, available: 2 }] } });
    expect(await readStock('ring-halo')).toBe(2);
    await setStock('ring-halo', 100);
  });

  test('a variant is sold at its own price', async () => {
    const items = [{ product_id: 'ring-eternity', variant_id: '54-mm', quantity: 2 }];
    expect((await post(anOrderBody({ items, expected_total: 580 }))).json().order.lines[0]).toMatchObject({
      name: 'Diamond Eternity Ring, 54\u00a0mm',
      unit_price: 290,
    });
  });

  test.each([-1, 0, 1.5, 100, 1e308, '1', 2 ** 31, null])('the quantity %s is refused', async (quantity) => {
    const before = await countRows('orders');
    const response = await post({ ...anOrderBody(), items: [{ product_id: 'ring-halo', variant_id: null, quantity }] });
    expect(response.statusCode).toBe(400);
    expect(await countRows('orders')).toBe(before);
  });

  test.each([
    ['a price in a line', { items: [{ product_id: 'ring-halo', variant_id: null, quantity: 1, price: 0.01 }] }],
    ['a status', { status: 'shipped' }],
    [
      '51 lines',
      { items: Array.from({ length: 51 }, () => ({ product_id: 'ring-halo', variant_id: null, quantity: 1 })) },
    ],
    ['no lines', { items: [] }],
  ])('%s in the body is refused', async (_what, change) => {
    expect((await post({ ...anOrderBody(), ...change })).statusCode).toBe(400);
  });

  test('__proto__ in the body is refused', async () => {
    const payload = JSON.stringify(anOrderBody()).replace('{"items"', '{"__proto__":{"admin":true},"items"');
    const response = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
      payload,
    });
    expect(response.statusCode).toBe(400);
  });

  test('every missing or invalid billing field is reported (product 7.2)', async () => {
    const billing: Record<string, unknown> = { ...anOrderBody().billing, zipCode: '   ', email: 'nobody' };
    delete billing['firstName'];
    const response = await post({ ...anOrderBody(), billing });
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().fields).sort()).toEqual([
      'billing.email',
      'billing.firstName',
      'billing.zipCode',
    ]);
  });

  test('text that the database cannot store is refused without a server error', async () => {
    const withNul: PlaceOrderBody = {
      ...anOrderBody(),
      billing: { ...anOrderBody().billing, companyName: 'A\u0000da' },
    };
    expect((await post(withNul)).statusCode).toBe(400);
    expect(
      (await post({ ...anOrderBody(), billing: { ...anOrderBody().billing, firstName: 'A\ud800' } })).statusCode,
    ).toBe(400);
  });

  test('an order without an idempotency key is refused', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/orders', payload: anOrderBody() });
    expect(response.json().code).toBe('IDEMPOTENCY_KEY_MISSING');
  });

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin', { origin: 'http://evil.test' }],
  ])('a request from %s is refused', async (_what, headers) => {
    expect((await post(anOrderBody(), newKey(), headers)).statusCode).toBe(403);
  });

  test('a text/plain form cannot place an order (product 11.1)', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'content-type': 'text/plain', 'idempotency-key': newKey() },
      payload: JSON.stringify(anOrderBody()),
    });
    expect(response.statusCode).toBe(415);
  });
});
