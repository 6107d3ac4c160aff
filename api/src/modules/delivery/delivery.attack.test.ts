import type { DeliveryOffer, DeliverySlot, OrderItemInput } from '@shop/contracts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { markTransferPaid, prolongUnpaidOrder, shipOrder } from '../../../operator/changeOrders';
import type { Database } from '../../database/Database';
import { anOperator } from '../../testing/anOperator';
import { aNetwork, anOrderBody, aPostalAddress, buildTestApp, newKey, testConfig } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { Visitor } from '../../testing/Visitor';
import { cancelUnpaidOrders } from '../orders/cancelOrder';
import { findAllOrders } from '../orders/orderListRepository';
import { findUnpaidOrders } from '../orders/ordersRepository';
import { deleteExpiredHolds, generateSlots } from './deliveryRepository';

/** A Monday, 6 AM in Portland. */
const MONDAY = new Date('2026-11-23T14:00:00Z');
const MINUTE_MS = 60_000;
const PORTLAND = { country: 'US', townCity: 'Portland', state: 'OR', zipCode: '97205' };
const SEATTLE = { country: 'US', townCity: 'Seattle', state: 'WA', zipCode: '98101' };
const NEW_YORK = { country: 'US', townCity: 'New York', state: 'NY', zipCode: '10001' };
const CARROTS = 'organic-carrots';
const CENTS = 400;

describe.each(databaseKinds)('delivery slots on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = MONDAY;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
    await database.query(
      `INSERT INTO products SELECT (json_populate_record(p, json_build_object('id', '${CARROTS}', 'sku', 'TEST-CARROTS',
         'store', 'organic-store', 'price_cents', ${CENTS}, 'name', 'Test carrots', 'price_from', false))).*
       FROM products p WHERE id = 'ring-halo'`,
    );
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = MONDAY;
    for (const table of ['counters', 'mails', 'orders', 'delivery_holds', 'delivery_slots'])
      await database.query(`DELETE FROM ${table}`);
    await database.query('UPDATE products SET stock = 1000, held = 0 WHERE id = ANY($1::text[])', [
      ['ring-halo', CARROTS],
    ]);
    await generateSlots(database, now);
  });

  const newVisitor = () => new Visitor(app, database, aNetwork());
  const offer = async (visitor: Visitor, postcode: string): Promise<DeliveryOffer> =>
    (await visitor.get(`/delivery/slots?postcode=${encodeURIComponent(postcode)}`)).json<{ data: DeliveryOffer }>()
      .data;
  const firstSlot = async (visitor: Visitor, postcode = PORTLAND.zipCode): Promise<DeliverySlot> => {
    const [slot] = (await offer(visitor, postcode)).slots;
    if (!slot) throw new Error('There is no slot');
    return slot;
  };
  const carrots = (quantity = 5): OrderItemInput => ({ product_id: CARROTS, variant_id: null, quantity });
  let guests = 0;
  const place = (
    visitor: Visitor,
    {
      address = PORTLAND,
      items = [carrots()],
      total = 20,
      ...overrides
    }: Record<string, unknown> & {
      readonly address?: object;
      readonly items?: readonly OrderItemInput[];
      readonly total?: number;
    } = {},
  ): Promise<LightMyRequestResponse> =>
    visitor.post(
      '/orders',
      {
        ...anOrderBody({ items: [...items], expected_total: total }),
        billing: { ...anOrderBody().billing, ...address, email: `food-${(guests += 1)}@example.com` },
        payment_method: 'cash',
        ...overrides,
      },
      { headers: { 'idempotency-key': newKey() } },
    );
  const hold = (visitor: Visitor, slot_id: number) => visitor.post('/delivery/hold', { slot_id });
  const setCapacity = (id: number, capacity: number) =>
    database.query('UPDATE delivery_slots SET capacity = $2 WHERE id = $1', [id, capacity]);
  const countTaken = async (id: number): Promise<number> =>
    (await database.query<{ taken: number }>('SELECT taken FROM delivery_slots WHERE id = $1', [id])).rows[0]?.taken ??
    0;

  test('slots are offered by postal code for 14 days, until their cut-off, in words of the area (product 7.14)', async () => {
    const { area, slots } = await offer(newVisitor(), ' 97205-1234'.trim());
    expect(area).toEqual({ name: 'Portland', minimum: 10 });
    expect(slots.slice(0, 3)).toMatchObject([
      { day: 'Monday, November 23', hours: '12 to 2 PM', order_by: 'Monday, 7 AM', free: true },
      { day: 'Monday, November 23', hours: '6 to 8 PM', order_by: 'Monday, 1 PM' },
      { day: 'Tuesday, November 24', hours: '8 to 10 AM', order_by: 'Monday, 8 PM' },
    ]);
    expect(slots.at(-1)).toMatchObject({ day: 'Monday, December 7', hours: '6 to 8 PM' });
    expect(slots.some(({ day }) => day.startsWith('Sunday'))).toBe(false);
    now = new Date(MONDAY.getTime() + 60 * MINUTE_MS);
    expect(await firstSlot(newVisitor())).toMatchObject({ hours: '6 to 8 PM' });
    const next = { day: 'Monday, November 23', hours: '6 to 8 PM', days_ahead: 0 };
    expect((await newVisitor().get('/delivery/next')).json()).toMatchObject({
      data: next,
      areas: [
        { name: 'Portland', minimum: 10 },
        { name: 'Seattle', minimum: 25 },
      ],
    });
    expect((await newVisitor().get('/delivery/next?postcode=97205')).json()).toMatchObject({
      data: next,
      area: { name: 'Portland', minimum: 10 },
    });
    expect((await newVisitor().get('/delivery/next?postcode=10001')).json()).toMatchObject({ data: null, area: null });
    now = new Date(MONDAY.getTime() + 12 * 60 * MINUTE_MS);
    expect((await newVisitor().get('/delivery/next')).json().data).toMatchObject({ days_ahead: 1 });
  });

  test.each(['10001', 'SW1A 1AA', '0', '972', '972XYZ'])('no van goes to %s, and says so', async (postcode) => {
    expect(await offer(newVisitor(), postcode)).toEqual({ area: null, slots: [] });
  });

  test.each(['', '%', "97205'", '9'.repeat(17), ' '])('a postal code like "%s" is refused', async (postcode) => {
    const { statusCode } = await newVisitor().get(`/delivery/slots?postcode=${encodeURIComponent(postcode)}`);
    expect(statusCode).toBe(400);
  });

  test.each([
    ['2026-10-31T19:00:00Z', '2026-11-02T16:00:00.000Z', '2026-11-02T04:00:00.000Z'],
    ['2027-03-13T19:00:00Z', '2027-03-15T15:00:00.000Z', '2027-03-15T03:00:00.000Z'],
  ])('slots and cut-offs keep their hours when the clocks change (%s)', async (from, startsAt, cutoffAt) => {
    await database.query('DELETE FROM delivery_slots');
    await generateSlots(database, new Date(from));
    const { rows } = await database.query<{ startsAt: Date; cutoffAt: Date }>(
      `SELECT starts_at AS "startsAt", cutoff_at AS "cutoffAt" FROM delivery_slots WHERE area_id = 'portland'
       AND starts_at > $1::timestamptz + interval '1 day' ORDER BY starts_at LIMIT 1`,
      [new Date(from)],
    );
    expect([rows[0]?.startsAt.toISOString(), rows[0]?.cutoffAt.toISOString()]).toEqual([startsAt, cutoffAt]);
  });

  test('generating slots again changes nothing that operators or orders changed', async () => {
    const { id } = await firstSlot(newVisitor());
    await database.query('UPDATE delivery_slots SET capacity = 3, taken = 2, closed = true WHERE id = $1', [id]);
    await generateSlots(database, now);
    const { rows } = await database.query('SELECT capacity, taken, closed FROM delivery_slots WHERE id = $1', [id]);
    expect(rows).toEqual([{ capacity: 3, taken: 2, closed: true }]);
  });

  test('an order takes its slot, says so on its page and in its mail, and a cancellation gives it back', async () => {
    const visitor = newVisitor();
    const { id } = await firstSlot(visitor);
    const placed = await place(visitor, { delivery_slot_id: id });
    expect(placed.json().order).toMatchObject({ delivery: { day: 'Monday, November 23', hours: '12 to 2 PM' } });
    const { rows } = await database.query<{ text: string; html: string }>('SELECT text, html FROM mails');
    expect(rows[0]?.text).toContain('Delivery of your food: Monday, November 23, 12 to 2 PM');
    expect(rows[0]?.html).toContain('Monday, November 23, 12 to 2 PM');
    expect(await countTaken(id)).toBe(1);
    const everything = { status: null, since: null, email: null, owed: false, page: 1, pageSize: 1 };
    expect((await findAllOrders(database, everything)).items).toMatchObject([{ delivery: '2026-11-23 12:00' }]);
    const { number } = placed.json().order;
    for (let n = 0; n < 2; n += 1) expect((await visitor.post(`/orders/${number}/cancel`)).statusCode).toBe(200);
    expect(await countTaken(id)).toBe(0);
  });

  test.each([
    ['bank', 'on-hold', "We'll hold your order until Monday, 7 AM"],
    ['global', 'pending-payment', "We'll hold it until Monday, 7 AM"],
  ])('an order by %s that is not paid at the cut-off gives its place back', async (method, unpaid, instructions) => {
    const visitor = newVisitor();
    const { id } = await firstSlot(visitor);
    const { order } = (await place(visitor, { delivery_slot_id: id, payment_method: method })).json();
    expect(order).toMatchObject({ status: unpaid, payment_instructions: expect.stringContaining(instructions) });
    const cutoff = MONDAY.getTime() + 60 * MINUTE_MS;
    expect(await findUnpaidOrders(database, new Date(cutoff - 1))).toEqual([]);
    expect(await findUnpaidOrders(database, new Date(cutoff))).toEqual([order.number]);
  });

  test('an operator cannot keep an unpaid order beyond its cut-off', async () => {
    const visitor = newVisitor();
    const { id } = await firstSlot(visitor);
    const { order } = (await place(visitor, { delivery_slot_id: id, payment_method: 'bank' })).json();
    const { context } = anOperator(database, { clock: { now: () => now } });
    await expect(prolongUnpaidOrder(context, order.number, { days: 3, dryRun: false })).rejects.toThrow(
      `The van of the order ${order.number} takes orders until November 23, 2026 at 3:00 PM UTC: it cannot be kept longer.`,
    );
  });

  test('an order for a later day is kept as long as any other', async () => {
    const visitor = newVisitor();
    const later = (await offer(visitor, PORTLAND.zipCode)).slots.at(-1);
    const { order } = (await place(visitor, { delivery_slot_id: later?.id, payment_method: 'bank' })).json();
    expect(order.payment_instructions).toContain("We'll hold your order for 24 hours.");
    expect(await findUnpaidOrders(database, new Date(MONDAY.getTime() + 24 * 60 * MINUTE_MS - 1))).toEqual([]);
  });

  test('an order that is sent twice takes one place', async () => {
    const visitor = newVisitor();
    const { id } = await firstSlot(visitor);
    const [key, body] = [
      newKey(),
      {
        ...anOrderBody({ items: [carrots()], expected_total: 20 }),
        billing: { ...anOrderBody().billing, ...PORTLAND },
        delivery_slot_id: id,
      },
    ];
    for (let n = 0; n < 2; n += 1)
      expect((await visitor.post('/orders', body, { headers: { 'idempotency-key': key } })).statusCode).toBe(200);
    expect(await countTaken(id)).toBe(1);
  });

  test('without a chosen slot, food comes with the first one that is free', async () => {
    const visitor = newVisitor();
    const [first, second] = (await offer(visitor, PORTLAND.zipCode)).slots;
    await setCapacity(first?.id ?? 0, 0);
    expect((await place(visitor)).json().order.delivery).toEqual({ day: second?.day, hours: second?.hours });
    await database.query('UPDATE delivery_slots SET capacity = 0');
    const refused = await place(visitor);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'SLOT_REFUSED']);
  });

  test.each(['97205', ' 97205', '\u00a097205', '97205-1234', '97205 '])(
    'an order to "%s" is in the area of 97205',
    async (zipCode) => {
      expect((await place(newVisitor(), { address: { ...PORTLAND, zipCode } })).statusCode).toBe(200);
    },
  );

  test('an order without food takes no slot, even if it names one', async () => {
    const visitor = newVisitor();
    const { id } = await firstSlot(visitor);
    const placed = await place(visitor, {
      items: [{ product_id: 'ring-halo', variant_id: null, quantity: 1 }],
      total: 320,
      address: {},
      delivery_slot_id: id,
    });
    expect(placed.json().order.delivery).toBeNull();
    expect(await countTaken(id)).toBe(0);
  });

  test('food goes where a van goes: other addresses are refused by their field', async () => {
    const visitor = newVisitor();
    const billed = await place(visitor, { address: {} });
    expect(billed.statusCode).toBe(422);
    expect(Object.keys(billed.json().fields)).toEqual(['billing.zipCode']);
    const shipped = await place(visitor, { shipping_address: { ...aPostalAddress, ...NEW_YORK } });
    expect(Object.keys(shipped.json().fields)).toEqual(['shipping_address.zipCode']);
    const sentHome = await place(visitor, { address: {}, shipping_address: { ...aPostalAddress, ...PORTLAND } });
    expect(sentHome.statusCode).toBe(200);
  });

  test('a slot of another area, one that is over, closed, or does not exist is refused, and nothing is kept', async () => {
    const visitor = newVisitor();
    const [seattle, portland] = [await firstSlot(visitor, SEATTLE.zipCode), await firstSlot(visitor)];
    const later = (await offer(visitor, PORTLAND.zipCode)).slots[4];
    await database.query('UPDATE delivery_slots SET closed = true WHERE id = $1', [later?.id]);
    now = new Date(MONDAY.getTime() + 61 * MINUTE_MS);
    for (const [id, reason] of [
      [seattle.id, 'another area'],
      [portland.id, 'too late'],
      [later?.id, 'full'],
      [2_000_000_000, 'another area'],
    ] as const) {
      const refused = await place(visitor, { delivery_slot_id: id });
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'SLOT_REFUSED']);
      expect(refused.json().fields.delivery_slot_id).toContain(reason);
    }
    for (const id of [0, -1, 1.5, '1', 2 ** 31])
      expect((await place(visitor, { delivery_slot_id: id })).statusCode).toBe(400);
    const { rows } = await database.query('SELECT stock FROM products WHERE id = $1', [CARROTS]);
    expect(rows).toEqual([{ stock: 1_000 }]);
  });

  test('of 50 orders at once for the last place, one gets it', async () => {
    const { id } = await firstSlot(newVisitor());
    await setCapacity(id, 1);
    const answers = await Promise.all(Array.from({ length: 50 }, () => place(newVisitor(), { delivery_slot_id: id })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    expect(await countTaken(id)).toBe(1);
  }, 30_000);

  test('a place is held for 15 minutes for its browser alone, which then orders it (product 7.15)', async () => {
    const [holder, other] = [newVisitor(), newVisitor()];
    const { id } = await firstSlot(holder);
    await setCapacity(id, 1);
    expect((await hold(holder, id)).json().data).toEqual({ slot_id: id, held_minutes: 15 });
    expect(holder.cookies.get('delivery')).toMatch(/^[\w-]{22}$/);
    expect((await firstSlot(other)).free).toBe(false);
    expect(await firstSlot(holder)).toMatchObject({ free: true, held: true });
    expect((await hold(other, id)).statusCode).toBe(409);
    expect((await place(other, { delivery_slot_id: id })).json().code).toBe('SLOT_REFUSED');
    expect((await hold(holder, id)).statusCode).toBe(200);
    expect((await place(holder, { delivery_slot_id: id })).statusCode).toBe(200);
    expect((await database.query('SELECT 1 FROM delivery_holds')).rowCount).toBe(0);
  });

  test('an order that names no slot gets the one that its browser holds', async () => {
    const visitor = newVisitor();
    const later = (await offer(visitor, PORTLAND.zipCode)).slots[7];
    await hold(visitor, later?.id ?? 0);
    expect((await place(visitor)).json().order.delivery).toEqual({ day: later?.day, hours: later?.hours });
  });

  test('a hold ends after 15 minutes, or when the browser holds another place', async () => {
    const [holder, other] = [newVisitor(), newVisitor()];
    const [first, second] = (await offer(holder, SEATTLE.zipCode)).slots.map(({ id }) => id);
    for (const id of [first ?? 0, second ?? 0]) {
      await setCapacity(id, 1);
      expect((await hold(holder, id)).statusCode).toBe(200);
    }
    expect((await hold(other, first ?? 0)).statusCode).toBe(200);
    now = new Date(MONDAY.getTime() + 15 * MINUTE_MS);
    expect((await hold(newVisitor(), second ?? 0)).statusCode).toBe(200);
    await deleteExpiredHolds(database, now);
    expect((await database.query('SELECT 1 FROM delivery_holds')).rowCount).toBe(1);
  });

  test('of 50 browsers at once, one holds the last place', async () => {
    const { id } = await firstSlot(newVisitor());
    await setCapacity(id, 1);
    const answers = await Promise.all(Array.from({ length: 50 }, () => hold(newVisitor(), id)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  }, 30_000);

  describe('places are stock: unpaid orders and holds count together', () => {
    // One piece costs what the area asks for, so that shares of the stock are not reached first.
    beforeEach(() => database.query('UPDATE products SET price_cents = 1000 WHERE id = $1', [CARROTS]));
    afterEach(() => database.query('UPDATE products SET price_cents = $2 WHERE id = $1', [CARROTS, CENTS]));
    const ONE = { items: [carrots(1)], total: 10 };
    const placeOne = (visitor: Visitor, overrides: object = {}) => place(visitor, { ...ONE, ...overrides });
    const REFUSED = [409, 'SLOT_REFUSED'];
    const readOutcome = ({ statusCode, json }: LightMyRequestResponse) => [statusCode, json().code];
    const aSlot = async (capacity = 24): Promise<number> => {
      const { id } = await firstSlot(newVisitor());
      await setCapacity(id, capacity);
      return id;
    };
    const billTo = (email: string) => ({ billing: { ...anOrderBody().billing, ...PORTLAND, email } });

    test('of 24 cash orders at once from one connection five take a place, and others get the rest (product 7.18)', async () => {
      const [id, address] = [await aSlot(), aNetwork()];
      const flood = await Promise.all(
        Array.from({ length: 24 }, () =>
          placeOne(new Visitor(app, database, address), { delivery_slot_id: id, payment_method: 'cash' }),
        ),
      );
      expect(flood.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
      const refused = flood.find(({ statusCode }) => statusCode !== 200);
      expect(refused && readOutcome(refused)).toEqual(REFUSED);
      expect(refused?.json().message).toBe(
        'Unpaid orders from your connection can take at most 5 places of a delivery slot. Please choose another one. Your order hasn’t been placed.',
      );
      expect(await countTaken(id)).toBe(5);
      expect((await placeOne(newVisitor(), { delivery_slot_id: id })).statusCode).toBe(200);
    }, 30_000);

    test('orders and holds of a connection share its five places, also those of new customers (product 7.18)', async () => {
      const [id, address] = [await aSlot(), aNetwork()];
      const neighbor = () => new Visitor(app, database, address);
      for (let n = 0; n < 2; n += 1)
        expect((await placeOne(neighbor(), { delivery_slot_id: id })).statusCode).toBe(200);
      for (let n = 0; n < 2; n += 1) expect((await hold(neighbor(), id)).statusCode).toBe(200);
      const customer = neighbor();
      await customer.register(`food-of-${address}@example.com`);
      expect((await placeOne(customer, { delivery_slot_id: id })).statusCode).toBe(200);
      expect(readOutcome(await placeOne(neighbor(), { delivery_slot_id: id }))).toEqual(REFUSED);
      expect(readOutcome(await hold(neighbor(), id))).toEqual(REFUSED);
      expect(readOutcome(await hold(customer, id))).toEqual(REFUSED);
      expect(await firstSlot(neighbor())).toMatchObject({ id, free: false });
      expect((await firstSlot(newVisitor())).free).toBe(true);
    });

    test('a mailbox has two places, from any number of connections and however it is spelled (product 7.18)', async () => {
      const id = await aSlot();
      const order = (email: string) => placeOne(newVisitor(), { ...billTo(email), delivery_slot_id: id });
      expect((await order('eve@gmail.com')).statusCode).toBe(200);
      expect((await order('e.ve+2@gmail.com')).statusCode).toBe(200);
      expect(readOutcome(await order('EVE+3@googlemail.com'))).toEqual(REFUSED);
      expect((await order('ada@gmail.com')).statusCode).toBe(200);
    });

    test('an account has three places from any number of connections, orders and holds together (product 7.18)', async () => {
      const id = await aSlot();
      const customer = newVisitor();
      await customer.register('three-places@example.com');
      const from = () => ({ headers: { 'idempotency-key': newKey() }, remoteAddress: aNetwork() });
      const body = { ...anOrderBody({ items: ONE.items, expected_total: ONE.total }), ...billTo('three@example.com') };
      const order = () => customer.post('/orders', { ...body, delivery_slot_id: id }, from());
      for (let n = 0; n < 2; n += 1) expect((await order()).statusCode).toBe(200);
      expect((await customer.post('/delivery/hold', { slot_id: id }, from())).statusCode).toBe(200);
      customer.cookies.delete('delivery');
      expect(readOutcome(await order())).toEqual(REFUSED);
      expect(readOutcome(await customer.post('/delivery/hold', { slot_id: id }, from()))).toEqual(REFUSED);
    });

    test('what is paid, shipped or canceled no longer counts (product 7.18)', async () => {
      const id = await aSlot();
      const visitor = newVisitor();
      const order = async (): Promise<string> =>
        (
          await placeOne(visitor, { ...billTo('grace@example.com'), delivery_slot_id: id, payment_method: 'bank' })
        ).json().order?.number;
      const [canceled, paid] = [await order(), await order()];
      expect(await order()).toBeUndefined();
      await visitor.post(`/orders/${canceled}/cancel`);
      expect(await order()).toBeDefined();
      expect(await order()).toBeUndefined();
      await markTransferPaid(anOperator(database, { clock: { now: () => now } }).context, paid, { dryRun: false });
      expect(await order()).toBeDefined();
    });

    test('no network has more than half of a slot, however wide it is (product 7.18)', async () => {
      const id = await aSlot(8);
      const answers = [];
      for (let n = 1; n <= 6; n += 1)
        answers.push(
          (await placeOne(new Visitor(app, database, `198.51.100.${n}`), { delivery_slot_id: id })).statusCode,
        );
      expect(answers).toEqual([200, 200, 200, 200, 409, 409]);
    });

    test('without a chosen slot, food comes with the next one where the connection has a place left (product 7.18)', async () => {
      const [address, slots] = [aNetwork(), (await offer(newVisitor(), PORTLAND.zipCode)).slots];
      const days = [];
      for (let n = 0; n < 6; n += 1)
        days.push((await placeOne(new Visitor(app, database, address))).json().order.delivery.hours);
      expect(days).toEqual([...Array.from({ length: 5 }, () => slots[0]?.hours), slots[1]?.hours]);
    });
  });

  describe("a guest's cash order for a slot", () => {
    const cutoff = new Date(MONDAY.getTime() + 60 * MINUTE_MS);
    const INSTRUCTIONS =
      'To confirm your order, open the link in its email by Monday, 7 AM. Otherwise, the order is canceled then.';
    const orderFood = async (visitor = newVisitor(), overrides: object = {}) => {
      const { id } = await firstSlot(newVisitor());
      const { order } = (await place(visitor, { delivery_slot_id: id, payment_method: 'cash', ...overrides })).json();
      return { ...order, slotId: id };
    };
    const readLinkKey = async (email: string): Promise<string> => {
      const { rows } = await database.query<{ text: string }>(
        'SELECT text FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
        [email],
      );
      return /#key=([\w-]+)/.exec(rows[0]?.text ?? '')?.[1] ?? '';
    };
    const runCleanup = () => cancelUnpaidOrders({ database, config: testConfig, clock: { now: () => now } });
    const readStatus = async (number: string) =>
      (await database.query<{ status: string }>('SELECT status FROM orders WHERE number = $1', [number])).rows[0]
        ?.status;

    test('ends at the cut-off, gives its place and stock back, and says so (product 7.19)', async () => {
      const { number, status, payment_instructions: instructions, slotId, billing } = await orderFood();
      expect([status, instructions]).toEqual([
        'processing',
        `${INSTRUCTIONS}\nPlease pay in cash when your order arrives.`,
      ]);
      now = new Date(cutoff.getTime() - 1);
      await runCleanup();
      expect(await readStatus(number)).toBe('processing');
      now = cutoff;
      await runCleanup();
      expect(await readStatus(number)).toBe('canceled');
      expect(await countTaken(slotId)).toBe(0);
      const { rows } = await database.query('SELECT stock, held FROM products WHERE id = $1', [CARROTS]);
      expect(rows).toEqual([{ stock: 1_000, held: 0 }]);
      const [confirmation, end] = await newVisitor().readMails(billing.email);
      expect(confirmation?.text).toContain(INSTRUCTIONS);
      expect(end?.text).toContain('because it was not confirmed in time.');
      expect(end?.text).not.toContain('If you have paid');
    });

    test('stays once the link in its mail was opened, and no longer asks for it (product 7.19)', async () => {
      const { number, billing } = await orderFood();
      const body = { link_key: await readLinkKey(billing.email) };
      const opened = await newVisitor().post(`/orders/${number}/access`, body);
      expect(opened.json().order.payment_instructions).toBe('Please pay in cash when your order arrives.');
      now = cutoff;
      await runCleanup();
      expect(await readStatus(number)).toBe('processing');
    });

    test('is not confirmed by its page, its email address, a wrong link, or a link after the cut-off (product 7.19)', async () => {
      const visitor = newVisitor();
      const { number, billing } = await orderFood(visitor);
      const key = await readLinkKey(billing.email);
      const access = (body: object) => visitor.post(`/orders/${number}/access`, body);
      expect((await visitor.get(`/orders/${number}`)).statusCode).toBe(200);
      expect((await access({ email: billing.email })).statusCode).toBe(200);
      expect((await access({ link_key: `x${key}` })).statusCode).toBe(404);
      now = cutoff;
      expect((await access({ link_key: key })).statusCode).toBe(200);
      await runCleanup();
      expect(await readStatus(number)).toBe('canceled');
    });

    test('is confirmed by joining the account of its email address (product 7.19)', async () => {
      const visitor = newVisitor();
      const { number, billing } = await orderFood(visitor);
      await visitor.register(billing.email);
      expect((await visitor.get(`/orders/${number}`)).json().order.payment_instructions).toBe(
        'Please pay in cash when your order arrives.',
      );
      now = cutoff;
      await runCleanup();
      expect(await readStatus(number)).toBe('processing');
    });

    test('is not sent until its guest confirms it, nor kept longer, and can be canceled (product 16.37)', async () => {
      const ada = await new StaffVisitor(app, database, { now: () => now }).join('ada-of-vans@example.com');
      const { number, billing } = await orderFood();
      const reason = `The order ${number} waits until November 23, 2026 at 3:00 PM UTC for its guest, who confirms it by the link in its mail.`;
      const send = () => ada.post(`/orders/${number}/shipments`, { carrier: '', tracking: '' });
      const read = async () => (await ada.get(`/orders/${number}`)).json().data;
      expect(await read()).toMatchObject({ held_until: '2026-11-23T15:00:00Z', actions: ['cancel', 'changeAddress'] });
      expect([(await send()).statusCode, (await send()).json().message]).toEqual([409, reason]);
      expect((await ada.post('/orders/ship', { numbers: [number] })).json().data).toEqual([{ number, error: reason }]);
      const { context } = anOperator(database);
      await expect(shipOrder(context, number, { paid: true, dryRun: false })).rejects.toThrow(reason);
      await expect(prolongUnpaidOrder(context, number, { days: 3, dryRun: false })).rejects.toThrow(
        'does not wait for a payment',
      );
      await newVisitor().post(`/orders/${number}/access`, { link_key: await readLinkKey(billing.email) });
      expect(await read()).toMatchObject({ held_until: null, actions: ['ship', 'cancel', 'changeAddress'] });
      expect((await send()).json().data.order.status).toBe('shipped');
      const other = await orderFood();
      expect((await ada.post(`/orders/${other.number}/cancel`, { reason: '' })).json().data).toMatchObject({
        order: { status: 'canceled' },
        money: { received: 0 },
      });
      expect(await countTaken(other.slotId)).toBe(1);
    });

    test('is counted where its view lists it: as unpaid, and once confirmed as to send (product 16.38)', async () => {
      const ada = await new StaffVisitor(app, database, { now: () => now }).join('ada-who-counts@example.com');
      const { number, billing } = await orderFood();
      const bank = (await orderFood(newVisitor(), { payment_method: 'bank' })).number;
      const look = async (view: string) => ({
        listed: (await ada.get(`/orders?view=${view}`)).json().data.items.map((row: { number: string }) => row.number),
        counted: (await ada.get('/counts')).json().data[view.replace('-', '_')],
      });
      expect(await look('unpaid')).toEqual({ listed: [number, bank], counted: 2 });
      expect(await look('to-send')).toEqual({ listed: [], counted: 0 });
      await newVisitor().post(`/orders/${number}/access`, { link_key: await readLinkKey(billing.email) });
      expect(await look('unpaid')).toEqual({ listed: [bank], counted: 1 });
      expect(await look('to-send')).toEqual({ listed: [number], counted: 1 });
    });

    test('that is shipped, without food, or of a customer does not end (product 7.19)', async () => {
      const shipped = await orderFood();
      await newVisitor().post(`/orders/${shipped.number}/access`, {
        link_key: await readLinkKey(shipped.billing.email),
      });
      await shipOrder(anOperator(database).context, shipped.number, { paid: false, dryRun: false });
      const customer = newVisitor();
      await customer.register('cash-of-a-customer@example.com');
      const numbers = [shipped.number, (await orderFood(customer)).number];
      const ring = { items: [{ product_id: 'ring-halo', variant_id: null, quantity: 1 }], total: 320, address: {} };
      numbers.push((await orderFood(newVisitor(), { ...ring, delivery_slot_id: null })).number);
      now = new Date(cutoff.getTime() + 30 * 24 * 60 * MINUTE_MS);
      await runCleanup();
      expect(await Promise.all(numbers.map(readStatus))).toEqual(['shipped', 'processing', 'processing']);
    });

    test('shows operators until when it is kept', async () => {
      const { number } = await orderFood();
      const everything = { status: null, since: null, email: null, owed: false, page: 1, pageSize: 1 };
      expect((await findAllOrders(database, everything)).items).toMatchObject([
        { number, held_until: '2026-11-23T15:00:00Z' },
      ]);
    });
  });

  test('one connection can hold five places of a slot at once, and ask for 150 in an hour', async () => {
    const [slots, address] = [(await offer(newVisitor(), PORTLAND.zipCode)).slots, aNetwork()];
    await database.query('UPDATE delivery_slots SET capacity = 1000');
    const holdAnew = async (id = 0): Promise<number> =>
      (await hold(new Visitor(app, database, address), id)).statusCode;
    const [first] = slots;
    for (let n = 0; n < 5; n += 1) expect(await holdAnew(first?.id)).toBe(200);
    expect(await holdAnew(first?.id)).toBe(409);
    expect((await hold(newVisitor(), first?.id ?? 0)).statusCode).toBe(200);
    const others = [];
    for (let n = 0; n < 150; n += 1) others.push(await holdAnew(slots[1 + Math.floor(n / 5)]?.id));
    expect(others.indexOf(429)).toBe(150 - 6);
  }, 30_000);

  test('a browser keeps the place that it holds as often as it asks', async () => {
    const visitor = newVisitor();
    const { id } = await firstSlot(visitor);
    for (let n = 0; n < 10; n += 1) expect((await hold(visitor, id)).statusCode).toBe(200);
  });

  test('a forged cookie holds nothing', async () => {
    const visitor = newVisitor();
    const { id } = await firstSlot(visitor);
    await setCapacity(id, 1);
    await hold(newVisitor(), id);
    for (const forged of ['', "' OR 1=1 --", 'x'.repeat(22), 'x'.repeat(5_000)]) {
      visitor.cookies.set('delivery', forged);
      expect((await place(visitor, { delivery_slot_id: id })).json().code).toBe('SLOT_REFUSED');
    }
  });

  test("food below the area's minimum is refused, and the cart says what is missing (product 7.16)", async () => {
    const visitor = newVisitor();
    const ring: OrderItemInput = { product_id: 'ring-halo', variant_id: null, quantity: 1 };
    const refused = await place(visitor, { items: [carrots(2), ring], total: 328 });
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'MINIMUM_ORDER']);
    expect(refused.json().message).toContain('Food for Portland starts at $10.00: add $2.00 more.');
    const readFood = async (items: readonly OrderItemInput[]) =>
      (await visitor.post('/cart/check', { items, coupon_code: null })).json().data.food;
    expect(await readFood([carrots(2), ring])).toEqual({ product_ids: [CARROTS], minimum: 10, missing: 2 });
    expect(await readFood([carrots(3)])).toMatchObject({ missing: 0 });
    expect(await readFood([ring])).toBeNull();
    const inSeattle = await place(visitor, { address: SEATTLE });
    expect(inSeattle.json().message).toContain('Food for Seattle starts at $25.00: add $5.00 more.');
  });

  test('what is sent for missing food is one choice for the order, which a line overrides (product 7.17)', async () => {
    const visitor = newVisitor();
    const ring: OrderItemInput = { product_id: 'ring-halo', variant_id: null, quantity: 1 };
    const readLines = async (overrides: object) => {
      const placed = await place(newVisitor(), { total: 340, ...overrides });
      return placed.json().order.lines.map(({ substitution }: { substitution: unknown }) => substitution);
    };
    expect(await readLines({ items: [carrots(), ring] })).toEqual(['similar', null]);
    expect(await readLines({ items: [carrots(), ring], substitution: 'refund' })).toEqual(['refund', null]);
    expect(
      await readLines({
        items: [
          { ...carrots(), substitution: 'refund' },
          { ...ring, substitution: 'similar' },
        ],
      }),
    ).toEqual(['refund', null]);
    const { rows } = await database.query<{ text: string }>('SELECT text FROM mails ORDER BY id DESC LIMIT 1');
    expect(rows[0]?.text).toContain('If Test carrots is missing, we send your money back.');
    for (const substitution of ['refund', 'similar'])
      expect(
        await readLines({ items: [{ ...carrots(3), substitution }, carrots(2), ring], substitution: 'refund' }),
      ).toEqual([substitution, null]);
    expect((await place(visitor, { substitution: 'anything' })).statusCode).toBe(400);
  });
});
