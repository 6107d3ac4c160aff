import type { StaffOrder } from '@shop/contracts';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../../database/Database';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { aPostalAddress, anOrderBody, buildTestApp, newKey, testConfig } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import type { PaymentEvent } from '../payments/PaymentProvider';
import { receivePaymentEvent } from '../payments/receivePaymentEvent';
import { createSandboxProvider } from '../payments/sandboxProvider';
import { sendDueRefunds } from '../payments/sendDueRefunds';

const NOON = new Date('2026-11-21T12:00:00Z');
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** The halo ring and the bangle, in dollars. */
const [RING, BANGLE] = [320, 156];

describe.each(databaseKinds)('the desk of orders on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = NOON;
  let ada: StaffVisitor;
  let events = 0;
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = NOON;
    for (const table of ['counters', 'order_holders']) await database.query(`DELETE FROM ${table}`);
    await database.query("UPDATE products SET stock = 100, held = 0 WHERE id IN ('ring-halo', 'bracelet-bangle')");
    await ada.confirm();
  });

  const context = () => ({ database, clock, config: testConfig });
  /** Two rings and a bangle. */
  const place = async (method: 'bank' | 'global' | 'cash'): Promise<string> =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody({
          items: [
            { product_id: 'ring-halo', variant_id: null, quantity: 2 },
            { product_id: 'bracelet-bangle', variant_id: null, quantity: 1 },
          ],
          payment_method: method,
          expected_total: 2 * RING + BANGLE,
        }),
      })
    ).json().order.number;
  const tell = (number: string, news: object, provider = 'sandbox'): Promise<void> =>
    receivePaymentEvent(context(), provider, {
      id: `evt-desk-${kind}-${(events += 1)}`,
      payment: { id: `pay-${number}` },
      ...news,
    } as PaymentEvent);
  const PAID = { kind: 'succeeded', amountCents: (2 * RING + BANGLE) * 100, currency: 'USD', reference: null };
  /** An order whose payment page is open. */
  const placeOpen = async (): Promise<string> => {
    const number = await place('global');
    await database.query(
      `INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at) VALUES ($1, $2, 'sandbox', 'open', $3, $4)`,
      [`pay-${number}`, number, PAID.amountCents, now],
    );
    return number;
  };
  const placePaid = async (): Promise<string> => {
    const number = await placeOpen();
    await tell(number, PAID);
    return number;
  };
  const sendRefunds = () => sendDueRefunds({ ...context(), provider: createSandboxProvider({ secret: 'x', clock }) });
  const read = async (number: string): Promise<StaffOrder> => (await ada.get(`/orders/${number}`)).json().data;
  const errorOf = (response: LightMyRequestResponse) => ({
    status: response.statusCode,
    message: response.json<{ message: string }>().message,
  });
  let keys = 0;
  const refund = (number: string, cents: number, lines: object[] = [], key = `refund-${kind}-key-${(keys += 1)}`) =>
    ada.post(`/orders/${number}/refunds`, { amount_cents: cents, lines, reason: '', key });
  const ship = (number: string, lines?: object[]) =>
    ada.post(`/orders/${number}/shipments`, { carrier: 'UPS', tracking: '1Z', ...(lines && { lines }) });
  const stockOf = async (id: string): Promise<number> =>
    (await database.query<{ stock: number }>('SELECT stock FROM products WHERE id = $1', [id])).rows[0]?.stock ?? -1;
  const mailsAbout = async (number: string): Promise<string[]> =>
    (
      await database.query<{ subject: string }>('SELECT subject FROM mails WHERE subject LIKE $1 ORDER BY id', [
        `%${number}%`,
      ])
    ).rows.map(({ subject }) => subject.replace(number, 'X'));

  test('an order is sent in parts: each has its mail and tracking, the last one ends it (product 16.17)', async () => {
    const number = await placePaid();
    const part = (await ship(number, [{ position: 0, quantity: 1 }])).json().data as StaffOrder;
    expect(part.order).toMatchObject({ status: 'processing', cancelable: false });
    expect(part.lines.map(({ sent, to_send: toSend }) => [sent, toSend])).toEqual([
      [1, 1],
      [0, 1],
    ]);
    const whole = (await ship(number)).json().data as StaffOrder;
    expect(whole.order.status).toBe('shipped');
    expect(whole.shipments).toMatchObject([
      { lines: [{ position: 0, quantity: 1 }], carrier: 'UPS', tracking: '1Z' },
      {
        lines: [
          { position: 0, quantity: 1 },
          { position: 1, quantity: 1 },
        ],
      },
    ]);
    expect((await mailsAbout(number)).slice(-2)).toEqual([
      'A part of your order X is on its way',
      'Your order X is on its way',
    ]);
    expect(whole.timeline.map(({ action }) => action)).toEqual(['order.shipped', 'order.part-shipped', 'order.paid']);
  });

  test('of two who send the same piece, the second reads that nothing is left (product 16.17)', async () => {
    const number = await placePaid();
    const bangle = [{ position: 1, quantity: 1 }];
    const answers = await Promise.all([ship(number, bangle), ship(number, bangle)]);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map(errorOf)).toEqual([
      {
        status: 409,
        message: expect.stringMatching(/^Of .*, nothing is left to send: somebody may have been faster\.$/),
      },
    ]);
    expect((await read(number)).shipments).toHaveLength(1);
  });

  test('a request that is repeated because its answer was lost sends nothing more (product 16.17)', async () => {
    const number = await placePaid();
    const send = () =>
      ada.post(`/orders/${number}/shipments`, {
        lines: [{ position: 0, quantity: 1 }],
        carrier: '',
        tracking: '',
        seen: 0,
      });
    expect((await send()).statusCode).toBe(200);
    expect(errorOf(await send())).toEqual({
      status: 409,
      message: 'Something of the order was sent meanwhile: look at its shipments.',
    });
    expect((await read(number)).shipments).toHaveLength(1);
  });

  test.each([
    ['a line that the order does not have', [{ position: 7, quantity: 1 }], 'The order has no such line.'],
    ['more than was ordered', [{ position: 1, quantity: 2 }], /1 piece is left to send/],
    [
      'one line twice, together more than was ordered',
      [
        { position: 0, quantity: 2 },
        { position: 0, quantity: 1 },
      ],
      /2 pieces are left to send/,
    ],
  ])('%s is not sent (product 16.17)', async (_what, lines, message) => {
    const number = await placePaid();
    expect(errorOf(await ship(number, lines))).toEqual({ status: 409, message: expect.stringMatching(message) });
    expect((await read(number)).shipments).toEqual([]);
  });

  test('a tracking number is corrected; of two who do, the second is shown the first (product 16.18)', async () => {
    const number = await placePaid();
    const [shipment] = ((await ship(number)).json().data as StaffOrder).shipments;
    const change = (tracking: string) =>
      ada.patch(`/orders/${number}/shipments/${shipment?.id}`, {
        carrier: 'UPS',
        tracking,
        delivered: false,
        version: shipment?.version,
      });
    expect((await change('1Z 2')).json().data.shipments).toMatchObject([{ tracking: '1Z 2' }]);
    expect((await change('1Z 2')).statusCode).toBe(200);
    expect((await change('1Z 3')).json()).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      fields: { carrier: 'UPS', tracking: '1Z 2' },
    });
  });

  test('money goes back by line and by amount, ten seconds later; what is refunded is no longer sent (product 16.19)', async () => {
    const number = await placePaid();
    await refund(number, BANGLE * 100, [{ position: 1, quantity: 1, restock: true }]);
    const due = (await refund(number, 500)).json().data as StaffOrder;
    expect(due.money).toEqual({ received: 796, refunded: 161, kept: 635 });
    expect(await sendRefunds()).toEqual([]);
    expect(await stockOf('bracelet-bangle')).toBe(99);
    now = new Date(NOON.getTime() + 11 * SECOND_MS);
    expect((await sendRefunds()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    expect(await stockOf('bracelet-bangle')).toBe(100);
    const sent = (await ship(number)).json().data as StaffOrder;
    expect(sent.order).toMatchObject({ status: 'shipped', refunds: [{ amount: 156 }, { amount: 5, state: 'sent' }] });
    expect(sent.shipments[0]?.lines).toEqual([{ position: 0, quantity: 2 }]);
    expect((await mailsAbout(number)).filter((subject) => subject.startsWith('Your refund'))).toHaveLength(2);
  });

  test('a refund is taken back within ten seconds, and not later (product 16.19)', async () => {
    const number = await placePaid();
    await refund(number, 500);
    const [first] = (await read(number)).refunds;
    expect((await ada.delete(`/orders/${number}/refunds/${first?.id}`)).json().data.money.kept).toBe(796);
    await refund(number, 700);
    now = new Date(NOON.getTime() + 11 * SECOND_MS);
    await sendRefunds();
    const second = (await read(number)).refunds.find(({ amount }) => amount === 7);
    expect(errorOf(await ada.delete(`/orders/${number}/refunds/${second?.id}`))).toEqual({
      status: 409,
      message: 'This refund is on its way: it can no longer be taken back.',
    });
    expect((await read(number)).money).toEqual({ received: 796, refunded: 7, kept: 789 });
  });

  test('never more than was received goes back, by two at once either, and a repeated request is one refund (product 16.19)', async () => {
    const number = await placePaid();
    const answers = await Promise.all([refund(number, 50_000), refund(number, 50_000)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const key = `refund-${kind}-the-same-key`;
    await refund(number, 1_000, [], key);
    expect((await refund(number, 1_000, [], key)).statusCode).toBe(200);
    expect((await read(number)).money).toEqual({ received: 796, refunded: 510, kept: 286 });
    expect(errorOf(await refund(number, 28_601)).message).toBe(
      `Only $286.00 is left of what was received for the order ${number}.`,
    );
  });

  test('a refund that the provider refuses a day later is owed again, and the merchant is told (product 16.20)', async () => {
    const number = await placePaid();
    await ship(number);
    await refund(number, 500);
    now = new Date(NOON.getTime() + 11 * SECOND_MS);
    await sendRefunds();
    const [sent] = (await read(number)).refunds;
    now = new Date(NOON.getTime() + 24 * 60 * MINUTE_MS);
    await tell(number, {
      kind: 'refund-changed',
      refund: {
        id: sent?.provider_id,
        refundId: sent?.id,
        amountCents: 500,
        currency: 'USD',
        state: 'failed',
        reason: 'the account is closed',
      },
    });
    await ada.signIn();
    expect(await read(number)).toMatchObject({
      refunds: [{ state: 'failed', failure: 'the account is closed' }],
      money: { received: 796, refunded: 0, kept: 796 },
    });
    const { rows } = await database.query('SELECT recipient FROM mails WHERE subject = $1', [
      `A refund for order ${number} failed`,
    ]);
    expect(rows).toEqual([{ recipient: 'merchant@shop.test' }]);
  });

  test('a refund that failed waits for somebody until as much has gone back again (product 16.20)', async () => {
    const number = await placePaid();
    const fail = async (cents: number) => {
      const { id, provider_id: providerId } =
        (await read(number)).refunds.find(({ amount, state }) => amount * 100 === cents && state === 'sent') ?? {};
      const told = {
        id: providerId,
        refundId: id,
        amountCents: cents,
        currency: 'USD',
        state: 'failed',
        reason: 'closed',
      };
      await tell(number, { kind: 'refund-changed', refund: told });
    };
    const giveBack = async (...amounts: number[]) => {
      for (const cents of amounts) await refund(number, cents);
      now = new Date(now.getTime() + 11 * SECOND_MS);
      await sendRefunds();
      now = new Date(now.getTime() + 11 * SECOND_MS);
    };
    const waits = async () => {
      const { items } = (await ada.get('/orders?view=refunds')).json().data;
      const { refund_due: isDue } = items.find((row: { number: string }) => row.number === number);
      return [isDue, (await ada.get('/counts')).json().data.refunds];
    };
    const others = (await ada.get('/counts')).json().data.refunds;
    const [isWaiting, isOver] = [
      [true, others + 1],
      [false, others],
    ];
    await giveBack(500, 700);
    expect(await waits()).toEqual(isOver);
    for (const cents of [500, 700]) await fail(cents);
    expect(await waits()).toEqual(isWaiting);
    // As much as one of the two.
    await giveBack(701);
    expect(await waits()).toEqual(isWaiting);
    await giveBack(499);
    expect(await waits()).toEqual(isOver);
    await fail(499);
    expect(await waits()).toEqual(isWaiting);
    await giveBack(499);
    expect(await waits()).toEqual(isOver);
  });

  test('what the provider cannot send is given back by hand: it is recorded at once, once, and nothing is sent (product 16.20)', async () => {
    const number = await placePaid();
    const failed = { id: `re_hand_${number}`, refundId: null, currency: 'USD', state: 'failed', reason: 'closed' };
    await tell(number, { kind: 'refund-changed', refund: { ...failed, amountCents: 500 } });
    const others = (await ada.get('/counts')).json().data.refunds - 1;
    const body = { amount_cents: 500, lines: [], reason: 'Her new account', key: newKey(), by_hand: true };
    const twice = [1, 2].map(() => ada.post(`/orders/${number}/refunds`, body));
    expect((await Promise.all(twice)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    now = new Date(now.getTime() + 11 * SECOND_MS);
    await sendRefunds();
    const { refunds, money } = await read(number);
    expect(refunds.filter(({ state }) => state === 'sent')).toMatchObject([{ amount: 5, provider_id: null }]);
    expect(money).toEqual({ received: 796, refunded: 5, kept: 791 });
    expect((await ada.get('/counts')).json().data.refunds).toBe(others);
    const { rows } = await database.query('SELECT 1 FROM mails WHERE subject = $1', [
      `Your refund for order ${number}`,
    ]);
    expect(rows).toHaveLength(1);
    expect((await ada.delete(`/orders/${number}/refunds/${body.key}`)).statusCode).toBe(409);
  });

  test('a refund that failed waits for nobody once all went back at the provider, or the bank has taken the money', async () => {
    const readDue = async (number: string): Promise<boolean> =>
      (await ada.get('/orders?view=refunds')).json().data.items.find((row: { number: string }) => row.number === number)
        .refund_due;
    const failed = { refundId: null, currency: 'USD', state: 'failed', reason: 'closed' };
    const numbers = [await placePaid(), await placePaid()] as const;
    await ada.post(`/orders/${numbers[1]}/cancel`, { reason: 'Out of stock' });
    for (const number of numbers) {
      await tell(number, { kind: 'refund-changed', refund: { ...failed, id: `re_1_${number}`, amountCents: 500 } });
      expect(await readDue(number)).toBe(true);
    }
    const all = { ...failed, id: 're_all', amountCents: PAID.amountCents, state: 'succeeded' };
    await tell(numbers[0], { kind: 'refund-changed', refund: all });
    const lost = { state: 'lost', amountCents: PAID.amountCents, reason: 'fraudulent' };
    await tell(numbers[1], { kind: 'dispute-changed', dispute: lost });
    expect([await readDue(numbers[0]), await readDue(numbers[1])]).toEqual([false, false]);
  });

  test('a refund that was made at the provider is recorded, once (product 16.20)', async () => {
    const number = await placePaid();
    const refunded = {
      id: 're_dashboard',
      refundId: null,
      amountCents: 900,
      currency: 'USD',
      state: 'succeeded',
      reason: '',
    };
    await tell(number, { kind: 'refund-changed', refund: refunded });
    await tell(number, { kind: 'refund-changed', refund: refunded });
    expect(await read(number)).toMatchObject({
      refunds: [{ amount: 9, reason: 'Made at the provider', by: 'sandbox' }],
      money: { kept: 787 },
    });
  });

  test('nothing of a disputed payment goes back, whatever the order of the messages (product 16.20)', async () => {
    const number = await placePaid();
    const dispute = (state: string) =>
      tell(number, { kind: 'dispute-changed', dispute: { state, amountCents: 79_600, reason: 'fraudulent' } });
    await dispute('open');
    expect(errorOf(await refund(number, 500)).message).toBe(
      'The customer disputes the payment at the bank: nothing can be given back until that is decided.',
    );
    expect((await ada.get('/orders?view=all')).json().data.items[0]).toMatchObject({ number, disputed: true });
    await dispute('won');
    await dispute('open');
    expect((await refund(number, 500)).statusCode).toBe(200);
    const { rows } = await database.query<{ subject: string }>(
      "SELECT subject FROM mails WHERE recipient = 'merchant@shop.test' AND subject LIKE $1 ORDER BY id",
      [`%${number}%`],
    );
    expect(rows.map(({ subject }) => subject)).toEqual([
      `Order ${number} is disputed`,
      `The dispute of order ${number} is won`,
    ]);
  });

  test('a payment that arrives after the cancellation goes back by itself (product 16.19)', async () => {
    const number = await placeOpen();
    await ada.post(`/orders/${number}/cancel`, { reason: 'asked by phone' });
    await tell(number, PAID);
    now = new Date(NOON.getTime() + 11 * SECOND_MS);
    await sendRefunds();
    expect(await read(number)).toMatchObject({
      order: { status: 'canceled' },
      money: { received: 796, refunded: 796, kept: 0 },
    });
  });

  test('of money that came twice and failed to go back, an amount is taken from what is owed, pieces from what paid for them', async () => {
    const number = await placePaid();
    const twice = `pay-twice-${number}`;
    await database.query(
      `INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at) VALUES ($1, $2, 'sandbox', 'refund-due', $3, $4)`,
      [twice, number, PAID.amountCents, now],
    );
    expect((await refund(number, 500, [{ position: 1, quantity: 1, restock: false }])).statusCode).toBe(200);
    expect((await refund(number, PAID.amountCents)).statusCode).toBe(200);
    const { refunds } = await read(number);
    expect(refunds.map(({ payment_id: payment, amount }) => [payment, amount])).toEqual([
      [`pay-${number}`, 5],
      [twice, 796],
    ]);
  });

  test('messages for unknown payments, or of another provider, change nothing', async () => {
    const number = await placeOpen();
    await expect(tell('ORD-NONE-NONE', PAID)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
    await expect(tell(number, PAID, 'stripe')).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
    expect((await read(number)).order.status).toBe('pending-payment');
  });

  test('a canceled order is not sent, one that was sent in part is not canceled (product 16.17)', async () => {
    const canceled = await placePaid();
    await ada.post(`/orders/${canceled}/cancel`, { reason: '' });
    expect(errorOf(await ship(canceled)).message).toBe(`The order ${canceled} is canceled.`);
    const sent = await placePaid();
    await ship(sent, [{ position: 1, quantity: 1 }]);
    expect(errorOf(await ada.post(`/orders/${sent}/cancel`, { reason: '' }))).toEqual({
      status: 409,
      message: 'This order is on its way and can no longer be canceled.',
    });
  });

  test('the address of an order is changed until something is sent; of two who do, the second is shown the first (product 16.21)', async () => {
    const number = await placePaid();
    const change = (streetAddress: string, version = 0) =>
      ada.patch(`/orders/${number}/address`, { address: { ...aPostalAddress, streetAddress }, version });
    expect((await change('1 First Street')).json().data).toMatchObject({
      order: { shipping_address: { streetAddress: '1 First Street' } },
      address_version: 1,
    });
    expect((await change('2 Second Street')).json()).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      fields: { streetAddress: '1 First Street' },
    });
    expect(
      (
        await ada.patch(`/orders/${number}/address`, { address: { ...aPostalAddress, zipCode: 'nowhere' }, version: 1 })
      ).json(),
    ).toMatchObject({ code: 'INVALID_FORM', fields: { zipCode: expect.any(String) } });
    await ship(number, [{ position: 1, quantity: 1 }]);
    expect((await change('3 Third Street', 1)).statusCode).toBe(409);
    // The audit is kept for good, and names no address.
    expect(JSON.stringify((await read(number)).timeline)).not.toContain('First Street');
  });

  test('orders are found by number, email address and name (product 16.22)', async () => {
    const number = await place('cash');
    const find = async (q: string): Promise<string[]> =>
      (await ada.get(`/orders?q=${encodeURIComponent(q)}`))
        .json()
        .data.items.map((row: { number: string }) => row.number);
    for (const q of [
      number,
      number.toLowerCase(),
      number.replaceAll('-', ''),
      number.slice(4),
      'ADA@exa',
      'love',
      'ada lovel',
    ])
      expect(await find(q)).toContain(number);
    for (const q of ['lace', 'ada_', '%', 'a%', "'; --", 'ORD-2222-2222'])
      if (q.length > 1) expect(await find(q)).toEqual([]);
    expect((await ada.get('/orders?q=a')).json()).toMatchObject({ fields: { q: 'Enter two letters or more.' } });
  });

  test.each([
    ['view=lost', 'view'],
    ['status=gone', 'status'],
    ['cursor=-1', 'cursor'],
    ['slot=x', 'slot'],
    ['from=2026-13-01', 'from'],
  ])('a list with %s is refused by that field (product 16.22)', async (query, field) => {
    expect((await ada.get(`/orders?${query}`)).json()).toMatchObject({ fields: { [field]: expect.any(String) } });
  });

  test('views have what they say, and late is what should have been packed (product 16.22)', async () => {
    const numbers = { paid: await placePaid(), part: await placePaid(), waits: await place('bank') };
    await ship(numbers.part, [{ position: 0, quantity: 1 }]);
    const view = async (name: string): Promise<string[]> =>
      (await ada.get(`/orders?view=${name}`)).json().data.items.map((row: { number: string }) => row.number);
    expect(await view('to-send')).toEqual(expect.arrayContaining([numbers.paid, numbers.part]));
    expect(await view('part-sent')).toContain(numbers.part);
    expect(await view('part-sent')).not.toContain(numbers.paid);
    expect(await view('unpaid')).toContain(numbers.waits);
    expect(await view('late')).not.toContain(numbers.paid);
    now = new Date(NOON.getTime() + 49 * 60 * MINUTE_MS);
    await ada.signIn();
    expect(await view('late')).toContain(numbers.paid);
  });

  test('of several orders that are sent at once, each has its own outcome (product 16.17)', async () => {
    const [good, bad] = [await placePaid(), await place('bank')];
    expect((await ada.post('/orders/ship', { numbers: [good, bad, 'ORD-NONE-NONE', good] })).json().data).toEqual([
      { number: good, error: null },
      { number: bad, error: `The order ${bad} waits for its bank transfer, which must have arrived before.` },
      { number: 'ORD-NONE-NONE', error: 'Order not found' },
    ]);
  });

  test('refunds and exports ask who is there after five minutes', async () => {
    const number = await placePaid();
    now = new Date(NOON.getTime() + 6 * MINUTE_MS);
    expect((await refund(number, 500)).json()).toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    expect((await ada.post(`/orders/${number}/cancel`, { reason: '' })).json()).toMatchObject({
      code: 'CONFIRMATION_NEEDED',
    });
    expect((await ada.post('/orders/export', {})).json()).toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    await ada.confirm();
    expect((await ada.post('/orders/export', {})).json().csv).toContain(number);
  });

  test('the audit says how many rows an exported file has: one for each line of an order', async () => {
    const [from, to] = ['2026-11-18', '2026-11-19'];
    for (let count = 0; count < 2; count += 1) {
      const number = await place('cash');
      await database.query('UPDATE orders SET created_at = $2 WHERE number = $1', [number, `${from}T12:00:00Z`]);
    }
    const { csv, ...counted } = (await ada.post('/orders/export', { from, to })).json();
    expect(counted).toMatchObject({ orders: 2, rows: 4, complete: true });
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + counted.rows);
    const { rows } = await database.query<{ after: unknown }>(
      "SELECT after FROM audit_log WHERE action = 'order.exported' ORDER BY id DESC LIMIT 1",
    );
    expect(rows[0]?.after).toEqual({ rows: 4, from, to });
  });
});
