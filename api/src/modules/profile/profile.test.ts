import { addAddress, listAddresses, listOrders, listWishlist } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const anAddress = (overrides: object = {}) => ({ label: 'Home', ...aPostalAddress, ...overrides });

describe.each(databaseKinds)('the profile on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let visitor: Visitor;
  let people = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await database.query('UPDATE products SET stock = 1000');
    app = await buildTestApp(database);
  }, 60_000);
  beforeEach(async () => {
    people += 1;
    await database.query('DELETE FROM counters');
    visitor = new Visitor(app, database, `192.0.2.${people}`);
    await visitor.register(`profile-${people}@example.com`);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  const readAddresses = async () => (await visitor.get('/addresses')).json().data;
  const place = async (overrides = {}) =>
    (await visitor.post('/orders', anOrderBody(overrides), { headers: { 'idempotency-key': newKey() } })).json().order;
  const readStock = async (id: string) =>
    (await database.query<{ stock: number }>('SELECT stock FROM products WHERE id = $1', [id])).rows[0]?.stock;

  describe('addresses', () => {
    test('the first address is the default for billing and shipping until another one becomes the default', async () => {
      const first = await visitor.post('/addresses', anAddress());
      expect(Check(addAddress.response, first.json())).toBe(true);
      expect(first.json().address).toMatchObject({ default_billing: true, default_shipping: true });
      await visitor.post('/addresses', anAddress({ label: 'Studio', default_shipping: true }));
      expect(await readAddresses()).toMatchObject([
        { label: 'Home', default_billing: true, default_shipping: false },
        { label: 'Studio', default_billing: false, default_shipping: true },
      ]);
      expect(Check(listAddresses.response, (await visitor.get('/addresses')).json())).toBe(true);
    });

    test('an update changes only the given fields (product 9.1)', async () => {
      const { address } = (await visitor.post('/addresses', anAddress())).json();
      const changed = (await visitor.patch(`/addresses/${address.id}`, { townCity: 'Oxford', label: 'Parents' })).json()
        .address;
      expect(changed).toEqual({ ...address, townCity: 'Oxford', label: 'Parents' });
    });

    test('when the default is deleted, the oldest one left takes over (product 9.1)', async () => {
      const first = (await visitor.post('/addresses', anAddress())).json().address;
      await visitor.post('/addresses', anAddress({ label: 'Studio' }));
      expect((await visitor.delete(`/addresses/${first.id}`)).json().data).toMatchObject([
        { label: 'Studio', default_billing: true, default_shipping: true },
      ]);
      expect((await visitor.delete(`/addresses/${first.id}`)).statusCode).toBe(404);
    });

    test('concurrent changes of the default leave exactly one', async () => {
      const ids: string[] = [];
      for (const label of ['A', 'B', 'C', 'D'])
        ids.push((await visitor.post('/addresses', anAddress({ label }))).json().address.id);
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          visitor.patch(`/addresses/${ids[index % 4]}`, { default_billing: true }),
        ),
      );
      expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
      expect(
        (await readAddresses()).filter(({ default_billing }: { default_billing: boolean }) => default_billing),
      ).toHaveLength(1);
    });

    test('at most 20 addresses are stored, even with concurrent requests', async () => {
      const responses = await Promise.all(
        Array.from({ length: 25 }, (_, index) => visitor.post('/addresses', anAddress({ label: `A${index}` }))),
      );
      expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
      expect(responses.find(({ statusCode }) => statusCode !== 200)?.json().code).toBe('TOO_MANY_ADDRESSES');
    });

    test.each([
      ['label', { label: ' ' }],
      ['country', { country: 'XX' }],
      ['zipCode', { zipCode: '' }],
      ['phone', { phone: 'none' }],
      ['default_billing', { default_billing: false }],
      ['account_id', { account_id: 'other' }],
    ])('an invalid %s is reported by field', async (field, change) => {
      const response = await visitor.post('/addresses', anAddress(change));
      expect(response.statusCode).toBe(400);
      expect(Object.keys(response.json().fields)).toEqual([field]);
    });
  });

  describe('the wishlist', () => {
    test('products are added once, in order, and can be removed; unknown products are left out (product 9.1)', async () => {
      const response = await visitor.post('/wishlist', {
        product_ids: ['ring-halo', 'no-such-thing', 'ring-halo', 'carrots'],
      });
      expect(Check(listWishlist.response, response.json())).toBe(true);
      expect(response.json().data).toMatchObject([
        { id: 'ring-halo', name: 'Halo Diamond Ring', price: 320, category: 'Rings', priceFrom: false },
        { id: 'carrots' },
      ]);
      await visitor.post('/wishlist', { product_ids: ['ring-halo'] });
      expect((await visitor.delete('/wishlist/ring-halo')).json().data).toMatchObject([{ id: 'carrots' }]);
      expect((await visitor.delete('/wishlist/ring-halo')).statusCode).toBe(200);
    });

    test('a product has its stock and weight, as a line of the cart needs them (product 9.5)', async () => {
      const response = await visitor.post('/wishlist', { product_ids: ['ring-halo', 'carrots'] });
      const stockOf = async (id: string): Promise<number> => (await visitor.get(`/products/${id}`)).json().data.stock;
      expect(response.json().data).toMatchObject([
        { id: 'ring-halo', stock: await stockOf('ring-halo'), measure: null },
        { id: 'carrots', stock: await stockOf('carrots'), measure: { grams: 500 } },
      ]);
    });

    test('concurrently adding the same products stores them once', async () => {
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => visitor.post('/wishlist', { product_ids: ['ring-halo', 'carrots'] })),
      );
      expect(responses.every(({ statusCode }) => statusCode === 200)).toBe(true);
      expect((await visitor.get('/wishlist')).json().data).toHaveLength(2);
    });
  });

  describe('orders', () => {
    test('an order placed signed in is listed, opens without a guest cookie, and sets none (product 1.6, 9.1)', async () => {
      const response = await visitor.post('/orders', anOrderBody(), { headers: { 'idempotency-key': newKey() } });
      expect(response.cookies).toEqual([]);
      const { number } = response.json().order;
      const list = await visitor.get('/orders');
      expect(Check(listOrders.response, list.json())).toBe(true);
      expect(list.json().data).toMatchObject({
        total: 1,
        page: 1,
        items: [{ number, status: 'on-hold', total: 320, lines: [{ name: 'Halo Diamond Ring', quantity: 1 }] }],
      });
      expect((await visitor.get(`/orders/${number}`)).json().order).toMatchObject({
        number,
        cancelable: true,
        shipping_address: null,
      });
    });

    test('orders are listed newest first, ten per page', async () => {
      const numbers: string[] = [];
      const billing = { ...anOrderBody().billing, email: `profile-${people}@example.com` };
      for (let index = 0; index < 11; index += 1) numbers.unshift((await place({ billing })).number);
      const [first, second, beyond] = [
        await visitor.get('/orders'),
        await visitor.get('/orders?page=2'),
        await visitor.get('/orders?page=9'),
      ];
      expect(first.json().data.items.map(({ number }: { number: string }) => number)).toEqual(numbers.slice(0, 10));
      expect(second.json().data).toMatchObject({ total: 11, page: 2, items: [{ number: numbers[10] }] });
      expect(beyond.json().data).toMatchObject({ total: 11, items: [] });
    });

    test('an order is shipped to a separate address if one was chosen', async () => {
      expect((await place({ shipping_address: aPostalAddress })).shipping_address).toEqual(aPostalAddress);
      const bad = await visitor.post('/orders', anOrderBody({ shipping_address: { ...aPostalAddress, zipCode: '' } }), {
        headers: { 'idempotency-key': newKey() },
      });
      expect(bad.statusCode).toBe(422);
      expect(bad.json().fields).toEqual({ 'shipping_address.zipCode': 'Enter a ZIP Code.' });
    });

    test('concurrent cancellations return the stock once and send one mail (product 9.1)', async () => {
      const before = await readStock('ring-halo');
      const { number } = await place();
      const responses = await Promise.all(Array.from({ length: 5 }, () => visitor.post(`/orders/${number}/cancel`)));
      expect(responses.map((response) => response.json().order.status)).toEqual(
        Array.from({ length: 5 }, () => 'canceled'),
      );
      expect(await readStock('ring-halo')).toBe(before);
      expect(
        (await visitor.readMails('ada@example.com')).filter(
          ({ subject }) => subject === `Your order ${number} is canceled`,
        ),
      ).toHaveLength(1);
    });

    test('a shipped order cannot be canceled', async () => {
      const { number } = await place();
      await database.query("UPDATE orders SET status = 'shipped' WHERE number = $1", [number]);
      expect((await visitor.post(`/orders/${number}/cancel`)).json()).toMatchObject({ code: 'ORDER_NOT_CANCELABLE' });
      expect((await visitor.get(`/orders/${number}`)).json().order.cancelable).toBe(false);
    });

    test('a guest order can be canceled only by the guest who placed it', async () => {
      const guest = new Visitor(app, database, '192.0.2.250');
      const { number } = (
        await guest.post('/orders', anOrderBody(), { headers: { 'idempotency-key': newKey() } })
      ).json().order;
      expect((await visitor.post(`/orders/${number}/cancel`)).statusCode).toBe(404);
      expect((await guest.post(`/orders/${number}/cancel`)).json().order.status).toBe('canceled');
    });

    test("the idempotency key of another customer's order is refused", async () => {
      const key = newKey();
      await visitor.post('/orders', anOrderBody(), { headers: { 'idempotency-key': key } });
      const guest = new Visitor(app, database, '192.0.2.251');
      expect((await guest.post('/orders', anOrderBody(), { headers: { 'idempotency-key': key } })).json().code).toBe(
        'IDEMPOTENCY_KEY_REUSED',
      );
    });

    test('orders appear in the activity', async () => {
      const { number } = await place();
      await visitor.post(`/orders/${number}/cancel`);
      const { data } = (await visitor.get('/history')).json();
      expect(data.slice(0, 2)).toMatchObject([
        { kind: 'order-canceled', detail: number },
        { kind: 'order-placed', detail: number },
      ]);
    });
  });
});
