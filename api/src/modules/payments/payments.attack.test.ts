import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { cancelOrder, cancelUnpaidOrders } from '../orders/cancelOrder';
import { openSandboxSession, SANDBOX_SIGNATURE_HEADER, signSandboxMessage } from './sandboxSignature';

const NOW = new Date('2026-11-21T12:00:00Z');
const SECRET = 'a secret between shop and provider';

describe.each(databaseKinds)('payments on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = NOW;
  let events = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
    await database.query("UPDATE products SET stock = 100 WHERE id = 'ring-halo'");
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = NOW;
    await database.query('DELETE FROM counters');
  });

  interface Waiting {
    readonly number: string;
    readonly cookies: Record<string, string>;
    readonly paymentId: string;
    readonly url: URL;
  }
  const pay = (number: string, cookies: Record<string, string>): Promise<LightMyRequestResponse> =>
    app.inject({ method: 'POST', url: `/api/orders/${number}/payment`, cookies });
  /** An order that waits for its payment, with the provider's page open. */
  const placeWaiting = async (): Promise<Waiting> => {
    const placed = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ payment_method: 'global' }),
    });
    const { number } = placed.json().order;
    const cookies = { guest_orders: placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '' };
    const url = new URL((await pay(number, cookies)).json().url);
    const session = openSandboxSession(SECRET, url.searchParams.get('session') ?? '');
    return { number, cookies, url, paymentId: (session as { paymentId: string }).paymentId };
  };
  const anEvent = (paymentId: string, overrides: object = {}) => ({
    id: `evt-${kind}-${(events += 1)}`,
    kind: 'succeeded',
    paymentId,
    amountCents: 32_000,
    currency: 'USD',
    ...overrides,
  });
  const tell = (
    event: object,
    headers: Record<string, string> = {},
    signedAt = now,
  ): Promise<LightMyRequestResponse> => {
    const body = JSON.stringify(event);
    return app.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      headers: {
        'content-type': 'application/json',
        [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(SECRET, body, signedAt),
        ...headers,
      },
      payload: body,
    });
  };
  const statusOf = async ({ number, cookies }: Waiting): Promise<string> =>
    (await app.inject({ url: `/api/orders/${number}`, cookies })).json().order.status;
  const paymentOf = async (paymentId: string): Promise<string | undefined> =>
    (await database.query<{ status: string }>('SELECT status FROM payments WHERE id = $1', [paymentId])).rows[0]
      ?.status;
  const subjectsAbout = async (number: string): Promise<string[]> =>
    (
      await database.query<{ subject: string }>('SELECT subject FROM mails WHERE subject LIKE $1 ORDER BY id', [
        `%${number}%`,
      ])
    ).rows.map(({ subject }) => subject);

  test('the provider is told the amount and the way back; its message makes the order be packed', async () => {
    const waiting = await placeWaiting();
    expect(openSandboxSession(SECRET, waiting.url.searchParams.get('session') ?? '')).toMatchObject({
      amountCents: 32_000,
      currency: 'USD',
      returnUrl: `http://shop.test/checkout/order-received/${waiting.number}`,
    });
    expect((await tell(anEvent(waiting.paymentId))).statusCode).toBe(200);
    expect(await statusOf(waiting)).toBe('processing');
    expect(await subjectsAbout(waiting.number)).toEqual([
      `Your order ${waiting.number}`,
      `Your order ${waiting.number} is paid`,
    ]);
    expect((await pay(waiting.number, waiting.cookies)).json().code).toBe('ORDER_NOT_PAYABLE');
  });

  test('two concurrent clicks on Pay now create one payment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const placed = await app.inject({
        method: 'POST',
        url: '/api/orders',
        remoteAddress: `10.55.0.${round}`,
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody({
          payment_method: 'global',
          billing: { ...anOrderBody().billing, email: `pressed-twice-${kind}-${round}@example.com` },
        }),
      });
      const { number } = placed.json().order;
      const cookies = { guest_orders: placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '' };
      const pressed = await Promise.all([pay(number, cookies), pay(number, cookies), pay(number, cookies)]);
      expect(pressed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      expect((await database.query('SELECT 1 FROM payments WHERE order_number = $1', [number])).rowCount).toBe(1);
    }
  });

  test('a repeated message counts once, even concurrently or under another id', async () => {
    const waiting = await placeWaiting();
    const event = anEvent(waiting.paymentId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tell(event)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect((await tell(anEvent(waiting.paymentId))).statusCode).toBe(200);
    expect(await paymentOf(waiting.paymentId)).toBe('paid');
    expect(await subjectsAbout(waiting.number)).toHaveLength(2);
  });

  test('a message that comes an hour late, signed when it was sent, counts', async () => {
    const waiting = await placeWaiting();
    now = new Date(NOW.getTime() + 3_600_000);
    expect((await tell(anEvent(waiting.paymentId))).statusCode).toBe(200);
    expect(await statusOf(waiting)).toBe('processing');
  });

  test.each([
    ['no signature', { [SANDBOX_SIGNATURE_HEADER]: '' }],
    ['a made-up signature', { [SANDBOX_SIGNATURE_HEADER]: `t=${NOW.getTime() / 1000},v1=${'0'.repeat(64)}` }],
    ['the signature of another body', { [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(SECRET, '{}', NOW) }],
    [
      'the signature of another secret',
      { [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage('another secret', '{}', NOW) },
    ],
  ])('%s: refused, and nothing changes', async (_what, headers) => {
    const waiting = await placeWaiting();
    expect((await tell(anEvent(waiting.paymentId), headers)).statusCode).toBe(400);
    expect(await statusOf(waiting)).toBe('pending-payment');
  });

  test('a replayed message with an old signature is refused', async () => {
    const waiting = await placeWaiting();
    expect((await tell(anEvent(waiting.paymentId), {}, new Date(NOW.getTime() - 301_000))).statusCode).toBe(400);
    expect((await tell(anEvent(waiting.paymentId), {}, new Date(NOW.getTime() - 299_000))).statusCode).toBe(200);
  });

  test.each(['not json', '[]', '{}', '{"id":1}', '"text"'])(
    'signed rubbish %s is refused, not failed on',
    async (body) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/payments/webhook',
        headers: {
          'content-type': 'application/json',
          [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(SECRET, body, now),
        },
        payload: body,
      });
      expect(answer.statusCode).toBe(400);
    },
  );

  test('a payment nobody knows is not found, so that the provider tells again', async () => {
    expect((await tell(anEvent('nobody'))).statusCode).toBe(404);
  });

  test.each([
    ['less', { amountCents: 1 }],
    ['another currency', { currency: 'EUR' }],
  ])('money of %s does not pay the order, and is owed back', async (_what, change) => {
    const waiting = await placeWaiting();
    await tell(anEvent(waiting.paymentId, change));
    expect(await statusOf(waiting)).toBe('pending-payment');
    expect(await paymentOf(waiting.paymentId)).toBe('refund-due');
    const { rows } = await database.query<{ text: string }>('SELECT text FROM mails WHERE subject = $1', [
      `Your payment for order ${waiting.number}`,
    ]);
    expect(rows.map(({ text }) => text)).toEqual([expect.stringContaining('It is not what the order costs')]);
  });

  test('a declined payment can be tried again; paying twice owes one back', async () => {
    const waiting = await placeWaiting();
    await tell(anEvent(waiting.paymentId, { kind: 'failed' }));
    expect(await paymentOf(waiting.paymentId)).toBe('failed');
    const again = new URL((await pay(waiting.number, waiting.cookies)).json().url);
    const { paymentId } = openSandboxSession(SECRET, again.searchParams.get('session') ?? '') as { paymentId: string };
    expect(paymentId).not.toBe(waiting.paymentId);
    await tell(anEvent(paymentId));
    await tell(anEvent(waiting.paymentId));
    expect([await paymentOf(paymentId), await paymentOf(waiting.paymentId)]).toEqual(['paid', 'refund-due']);
    expect((await subjectsAbout(waiting.number)).at(-1)).toBe(`Your payment for order ${waiting.number}`);
  });

  test('a decline after the payment changes nothing', async () => {
    const waiting = await placeWaiting();
    await tell(anEvent(waiting.paymentId));
    await tell(anEvent(waiting.paymentId, { kind: 'failed' }));
    expect([await statusOf(waiting), await paymentOf(waiting.paymentId)]).toEqual(['processing', 'paid']);
  });

  test('money for an order that was cancelled meanwhile is owed back, and its stock stays given back', async () => {
    const waiting = await placeWaiting();
    const cancel = () =>
      app.inject({ method: 'POST', url: `/api/orders/${waiting.number}/cancel`, cookies: waiting.cookies });
    expect((await cancel()).statusCode).toBe(200);
    await tell(anEvent(waiting.paymentId));
    expect([await statusOf(waiting), await paymentOf(waiting.paymentId)]).toEqual(['cancelled', 'refund-due']);
  });

  test('cancelling what is paid owes the money back and says so', async () => {
    const waiting = await placeWaiting();
    await tell(anEvent(waiting.paymentId));
    await app.inject({ method: 'POST', url: `/api/orders/${waiting.number}/cancel`, cookies: waiting.cookies });
    expect(await paymentOf(waiting.paymentId)).toBe('refund-due');
    const { rows } = await database.query<{ text: string }>('SELECT text FROM mails WHERE subject = $1', [
      `Your order ${waiting.number} is cancelled`,
    ]);
    expect(rows[0]?.text).toContain('we send your money back');
  });

  test('an order nobody pays is cancelled after a day, and its stock is back', async () => {
    const waiting = await placeWaiting();
    const stock = async () =>
      (await database.query<{ stock: number }>("SELECT stock FROM products WHERE id = 'ring-halo'")).rows[0]?.stock ??
      0;
    const before = await stock();
    const context = {
      database,
      clock: { now: () => now },
      config: { payments: { provider: 'sandbox', webhookSecret: SECRET } },
    } as unknown as Parameters<typeof cancelUnpaidOrders>[0];
    now = new Date(NOW.getTime() + 86_400_000 - 1);
    await cancelUnpaidOrders(context);
    expect(await statusOf(waiting)).toBe('pending-payment');
    now = new Date(NOW.getTime() + 86_400_000);
    await cancelUnpaidOrders(context);
    expect(await statusOf(waiting)).toBe('cancelled');
    expect(await stock()).toBeGreaterThan(before);
  });

  test('an order that is paid at the moment in which it would be cancelled for want of payment stays', async () => {
    const waiting = await placeWaiting();
    await tell(anEvent(waiting.paymentId));
    const context = {
      database,
      clock: { now: () => now },
      config: { payments: { provider: 'sandbox', webhookSecret: SECRET } },
    } as unknown as Parameters<typeof cancelOrder>[0];
    const owner = { accountId: null, guestNumbers: [waiting.number] };
    await expect(cancelOrder(context, waiting.number, owner, { onlyUnpaid: true })).rejects.toMatchObject({
      code: 'ORDER_NOT_CANCELLABLE',
    });
    expect([await statusOf(waiting), await paymentOf(waiting.paymentId)]).toEqual(['processing', 'paid']);
  });

  test("another's order cannot be paid, nor does its page open", async () => {
    const waiting = await placeWaiting();
    expect((await pay(waiting.number, {})).statusCode).toBe(404);
    const altered = new URL(waiting.url);
    altered.searchParams.set(
      'session',
      `${Buffer.from(JSON.stringify({ amountCents: 1 })).toString('base64url')}.${(waiting.url.searchParams.get('session') ?? '').split('.')[1]}`,
    );
    expect((await app.inject({ url: `/api${altered.pathname}${altered.search}` })).statusCode).toBe(404);
  });

  test('production has no sandbox page and accepts no messages', async () => {
    const production = await buildTestApp(database, {
      production: true,
      payments: { provider: 'none', webhookSecret: '' },
    });
    const { paymentId, url } = await placeWaiting();
    expect((await production.inject({ url: `/api${url.pathname}${url.search}` })).statusCode).toBe(404);
    const body = JSON.stringify(anEvent(paymentId));
    const answer = await production.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      headers: { 'content-type': 'application/json', [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage('', body, now) },
      payload: body,
    });
    expect(answer.statusCode).toBe(400);
    expect((await production.inject({ url: '/api/payment-methods' })).json().data).toContainEqual({
      method: 'global',
      available: false,
    });
    await production.close();
  });
});
