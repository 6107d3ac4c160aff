import { createHash } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { aJob } from '../../audit/Actor';
import type { Database } from '../../database/Database';
import { SECURITY_HEADERS } from '../../http/securityHeaders';
import { anOrderBody, buildTestApp, newKey, testConfig } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { deliverDueMails } from '../mail/deliverDueMails';
import { cancelOrder, cancelUnpaidOrders } from '../orders/cancelOrder';
import { createSandboxProvider } from './sandboxProvider';
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

  interface PendingOrder {
    readonly number: string;
    readonly cookies: Record<string, string>;
    readonly paymentId: string;
    readonly url: URL;
  }
  const requestPayment = (number: string, cookies: Record<string, string>): Promise<LightMyRequestResponse> =>
    app.inject({ method: 'POST', url: `/api/orders/${number}/payment`, cookies });
  /** Places an order that waits for payment, and opens the page of the provider. */
  const placePendingOrder = async (): Promise<PendingOrder> => {
    const placed = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ payment_method: 'global' }),
    });
    const { number } = placed.json().order;
    const cookies = { guest_orders: placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '' };
    const url = new URL((await requestPayment(number, cookies)).json().url);
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
  const sendEvent = (
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
  const readOrderStatus = async ({ number, cookies }: PendingOrder): Promise<string> =>
    (await app.inject({ url: `/api/orders/${number}`, cookies })).json().order.status;
  const readPaymentStatus = async (paymentId: string): Promise<string | undefined> =>
    (await database.query<{ status: string }>('SELECT status FROM payments WHERE id = $1', [paymentId])).rows[0]
      ?.status;
  const readMailSubjects = async (number: string): Promise<string[]> =>
    (
      await database.query<{ subject: string }>('SELECT subject FROM mails WHERE subject LIKE $1 ORDER BY id', [
        `%${number}%`,
      ])
    ).rows.map(({ subject }) => subject);

  test('the provider gets the amount and the return URL, and its event moves the order to processing (product 7.6)', async () => {
    const pending = await placePendingOrder();
    expect(openSandboxSession(SECRET, pending.url.searchParams.get('session') ?? '')).toMatchObject({
      amountCents: 32_000,
      currency: 'USD',
      returnUrl: `http://shop.test/checkout/order-received/${pending.number}`,
    });
    expect((await sendEvent(anEvent(pending.paymentId))).statusCode).toBe(200);
    expect(await readOrderStatus(pending)).toBe('processing');
    expect(await readMailSubjects(pending.number)).toEqual([`Your order ${pending.number} is paid`]);
    expect((await requestPayment(pending.number, pending.cookies)).json().code).toBe('ORDER_NOT_PAYABLE');
  });

  describe('the confirmation of an order that is paid online', () => {
    const CONFIRMED = 'Order confirmed, paid';
    /** Sends what is due, as the queue does each second. */
    const sendDueMails = async (number: string): Promise<string[]> => {
      const sent: string[] = [];
      const deliver = async ({ subject }: { readonly subject: string }): Promise<void> => {
        if (subject.includes(number)) sent.push(subject);
      };
      const mails = { database, clock: { now: () => now }, transport: { retainsMails: true, deliver } };
      let attempts: number;
      do attempts = await deliverDueMails(mails);
      while (attempts > 0);
      return sent;
    };
    const readHtml = async (subject: string): Promise<string> =>
      (await database.query<{ html: string }>('SELECT html FROM mails WHERE subject = $1', [subject])).rows[0]?.html ??
      '';

    test('is one mail with its payment, if that comes within a minute (product 14.4)', async () => {
      const pending = await placePendingOrder();
      now = new Date(NOW.getTime() + 59_000);
      expect(await sendDueMails(pending.number)).toEqual([]);
      await sendEvent(anEvent(pending.paymentId));
      const subject = `Your order ${pending.number} is paid`;
      expect(await sendDueMails(pending.number)).toEqual([subject]);
      expect(await readHtml(subject)).toContain(CONFIRMED);
      now = new Date(NOW.getTime() + 3_600_000);
      expect(await sendDueMails(pending.number)).toEqual([]);
    });

    test('is sent a minute later otherwise, and the payment is a mail of its own (product 14.4)', async () => {
      const pending = await placePendingOrder();
      now = new Date(NOW.getTime() + 60_000);
      expect(await sendDueMails(pending.number)).toEqual([`Your order ${pending.number}`]);
      await sendEvent(anEvent(pending.paymentId));
      const subject = `Your order ${pending.number} is paid`;
      expect(await sendDueMails(pending.number)).toEqual([subject]);
      expect(await readHtml(subject)).not.toContain(CONFIRMED);
    });

    test('is not sent if the order was canceled meanwhile, but if the payment is refunded (product 14.4)', async () => {
      const canceled = await placePendingOrder();
      const cancel = ({ number, cookies }: PendingOrder) =>
        app.inject({ method: 'POST', url: `/api/orders/${number}/cancel`, cookies });
      await cancel(canceled);
      const refunded = await placePendingOrder();
      await sendEvent(anEvent(refunded.paymentId, { amountCents: 1 }));
      now = new Date(NOW.getTime() + 60_000);
      const sent = await sendDueMails('');
      const about = ({ number }: PendingOrder) => sent.filter((subject) => subject.includes(number));
      expect(about(canceled)).toEqual([`Your order ${canceled.number} is canceled`]);
      expect(about(refunded)).toEqual([`Your order ${refunded.number}`, `Your payment for order ${refunded.number}`]);
      await cancel(refunded);
    });
  });

  test.each([
    ['jewellery', 'Oriel'],
    ['organic', 'Furrow'],
    ['no-such-store', 'Oriel'],
  ])('the page of the sandbox is named after the storefront of the cookie: %s', async (storefront, name) => {
    const { url } = await placePendingOrder();
    const { body } = await app.inject({ url: `/api${url.pathname}${url.search}`, cookies: { storefront } });
    expect(body).toContain(`<title>Test payment | ${name}</title>`);
  });

  test("the sandbox's page lists six lines at most and the total, and says that it is a test (product 7.23)", async () => {
    const lines = Array.from({ length: 8 }, (_, n) => ({ text: `${n + 1} × ${'Ring'.repeat(30)}`, totalCents: 4_000 }));
    const { url } = await createSandboxProvider({ secret: SECRET, clock: { now: () => now } }).start({
      paymentId: 'p',
      pageId: null,
      orderNumber: 'ORD-1',
      amountCents: 31_000,
      currency: 'USD',
      returnUrl: 'http://shop.test/checkout/order-received/ORD-1',
      lines,
      expiresAt: NOW,
    });
    // A line of nginx is 8k, and cookies come on top.
    expect(url.length).toBeLessThan(2_000);
    const { pathname, search } = new URL(url);
    const { body } = await app.inject(`/api${pathname}${search}`);
    expect(body.match(/<li>/g)).toHaveLength(7);
    expect(body).toContain('<li><span>Discount</span> <span>−$10.00</span></li>');
    expect(body).toContain('<li class="muted">and 2 more</li>');
    expect(body).toContain('<b>$310.00</b>');
    expect(body).toContain('This is a test: no card is asked for, and no money moves.');
    expect(body).toMatch(/<button name="outcome" value="succeeded">Pay<\/button>\s*<details>/);
  });

  test('concurrent clicks on Pay now create one payment', async () => {
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
      const pressed = await Promise.all([
        requestPayment(number, cookies),
        requestPayment(number, cookies),
        requestPayment(number, cookies),
      ]);
      expect(pressed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      expect((await database.query('SELECT 1 FROM payments WHERE order_number = $1', [number])).rowCount).toBe(1);
    }
  });

  test('a repeated event counts once, even concurrently or with another id', async () => {
    const pending = await placePendingOrder();
    const event = anEvent(pending.paymentId);
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendEvent(event)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
    expect((await sendEvent(anEvent(pending.paymentId))).statusCode).toBe(200);
    expect(await readPaymentStatus(pending.paymentId)).toBe('paid');
    expect(await readMailSubjects(pending.number)).toEqual([`Your order ${pending.number} is paid`]);
  });

  test('an event that is sent an hour late is accepted', async () => {
    const pending = await placePendingOrder();
    now = new Date(NOW.getTime() + 3_600_000);
    expect((await sendEvent(anEvent(pending.paymentId))).statusCode).toBe(200);
    expect(await readOrderStatus(pending)).toBe('processing');
  });

  test.each([
    ['no signature', { [SANDBOX_SIGNATURE_HEADER]: '' }],
    ['a made-up signature', { [SANDBOX_SIGNATURE_HEADER]: `t=${NOW.getTime() / 1000},v1=${'0'.repeat(64)}` }],
    ['the signature of another body', { [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(SECRET, '{}', NOW) }],
    [
      'the signature of another secret',
      { [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage('another secret', '{}', NOW) },
    ],
  ])('an event with %s is refused and changes nothing (product 7.6)', async (_what, headers) => {
    const pending = await placePendingOrder();
    expect((await sendEvent(anEvent(pending.paymentId), headers)).statusCode).toBe(400);
    expect(await readOrderStatus(pending)).toBe('pending-payment');
  });

  test('only the provider that takes payments is listened to, at its own address', async () => {
    const pending = await placePendingOrder();
    const body = JSON.stringify(anEvent(pending.paymentId));
    const send = async (url: string) =>
      (
        await app.inject({
          method: 'POST',
          url,
          headers: {
            'content-type': 'application/json',
            [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(SECRET, body, now),
          },
          payload: body,
        })
      ).statusCode;
    expect([await send('/api/payments/stripe/events'), await send('/api/payments/none/events')]).toEqual([404, 404]);
    expect(await readOrderStatus(pending)).toBe('pending-payment');
    expect(await send('/api/payments/sandbox/events')).toBe(200);
    expect(await readOrderStatus(pending)).toBe('processing');
  });

  test('a replayed event with an old signature is refused', async () => {
    const pending = await placePendingOrder();
    expect((await sendEvent(anEvent(pending.paymentId), {}, new Date(NOW.getTime() - 301_000))).statusCode).toBe(400);
    expect((await sendEvent(anEvent(pending.paymentId), {}, new Date(NOW.getTime() - 299_000))).statusCode).toBe(200);
  });

  test.each(['not json', '[]', '{}', '{"id":1}', '"text"'])(
    'the signed but malformed body %s is refused without a server error',
    async (body) => {
      const response = await app.inject({
        method: 'POST',
        url: '/api/payments/webhook',
        headers: {
          'content-type': 'application/json',
          [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage(SECRET, body, now),
        },
        payload: body,
      });
      expect(response.statusCode).toBe(400);
    },
  );

  test('an event for an unknown payment gets 404, so that the provider retries it', async () => {
    expect((await sendEvent(anEvent('nobody'))).statusCode).toBe(404);
  });

  test.each([
    ['a wrong amount', { amountCents: 1 }],
    ['a wrong currency', { currency: 'EUR' }],
  ])('a payment with %s does not pay the order and must be refunded', async (_what, change) => {
    const pending = await placePendingOrder();
    await sendEvent(anEvent(pending.paymentId, change));
    expect(await readOrderStatus(pending)).toBe('pending-payment');
    expect(await readPaymentStatus(pending.paymentId)).toBe('refund-due');
    const { rows } = await database.query<{ text: string }>('SELECT text FROM mails WHERE subject = $1', [
      `Your payment for order ${pending.number}`,
    ]);
    expect(rows.map(({ text }) => text)).toEqual([expect.stringContaining('It is not what the order costs')]);
  });

  test('a declined payment can be retried, and a duplicate payment must be refunded (product 7.10)', async () => {
    const pending = await placePendingOrder();
    await sendEvent(anEvent(pending.paymentId, { kind: 'failed' }));
    expect(await readPaymentStatus(pending.paymentId)).toBe('failed');
    const isDeclined = async (): Promise<boolean> =>
      (await app.inject({ url: `/api/orders/${pending.number}`, cookies: pending.cookies })).json().order
        .payment_declined;
    expect(await isDeclined()).toBe(true);
    const again = new URL((await requestPayment(pending.number, pending.cookies)).json().url);
    const { paymentId } = openSandboxSession(SECRET, again.searchParams.get('session') ?? '') as { paymentId: string };
    expect(paymentId).not.toBe(pending.paymentId);
    expect(await isDeclined()).toBe(false);
    await sendEvent(anEvent(paymentId));
    await sendEvent(anEvent(pending.paymentId));
    expect([await readPaymentStatus(paymentId), await readPaymentStatus(pending.paymentId)]).toEqual([
      'paid',
      'refund-due',
    ]);
    expect((await readMailSubjects(pending.number)).at(-1)).toBe(`Your payment for order ${pending.number}`);
  });

  test('a decline after the payment changes nothing', async () => {
    const pending = await placePendingOrder();
    await sendEvent(anEvent(pending.paymentId));
    await sendEvent(anEvent(pending.paymentId, { kind: 'failed' }));
    expect([await readOrderStatus(pending), await readPaymentStatus(pending.paymentId)]).toEqual([
      'processing',
      'paid',
    ]);
  });

  test('a payment for a canceled order must be refunded, and the order stays canceled', async () => {
    const pending = await placePendingOrder();
    const cancel = () =>
      app.inject({ method: 'POST', url: `/api/orders/${pending.number}/cancel`, cookies: pending.cookies });
    expect((await cancel()).statusCode).toBe(200);
    await sendEvent(anEvent(pending.paymentId));
    expect([await readOrderStatus(pending), await readPaymentStatus(pending.paymentId)]).toEqual([
      'canceled',
      'refund-due',
    ]);
  });

  test('the payment of a canceled order must be refunded, and the mail says so', async () => {
    const pending = await placePendingOrder();
    await sendEvent(anEvent(pending.paymentId));
    await app.inject({ method: 'POST', url: `/api/orders/${pending.number}/cancel`, cookies: pending.cookies });
    expect(await readPaymentStatus(pending.paymentId)).toBe('refund-due');
    const { rows } = await database.query<{ text: string }>('SELECT text FROM mails WHERE subject = $1', [
      `Your order ${pending.number} is canceled`,
    ]);
    expect(rows[0]?.text).toContain('we will send your money back');
  });

  test('an unpaid order is canceled after a day, and its stock is returned', async () => {
    const pending = await placePendingOrder();
    const stock = async () =>
      (await database.query<{ stock: number }>("SELECT stock FROM products WHERE id = 'ring-halo'")).rows[0]?.stock ??
      0;
    const before = await stock();
    const context = { database, clock: { now: () => now }, config: testConfig };
    now = new Date(NOW.getTime() + 86_400_000 - 1);
    await cancelUnpaidOrders(context);
    expect(await readOrderStatus(pending)).toBe('pending-payment');
    now = new Date(NOW.getTime() + 86_400_000);
    await cancelUnpaidOrders(context);
    expect(await readOrderStatus(pending)).toBe('canceled');
    expect(await stock()).toBeGreaterThan(before);
  });

  test('an order that was just paid is not canceled as unpaid', async () => {
    const pending = await placePendingOrder();
    await sendEvent(anEvent(pending.paymentId));
    const context = { database, clock: { now: () => now }, config: testConfig };
    const owner = { accountId: null, guestNumbers: [pending.number] };
    await expect(
      cancelOrder(context, pending.number, owner, { actor: aJob('Canceling'), onlyUnpaid: true }),
    ).rejects.toMatchObject({
      code: 'ORDER_NOT_CANCELABLE',
    });
    expect([await readOrderStatus(pending), await readPaymentStatus(pending.paymentId)]).toEqual([
      'processing',
      'paid',
    ]);
  });

  test('an order of somebody else cannot be paid, and a forged payment page does not open', async () => {
    const pending = await placePendingOrder();
    expect((await requestPayment(pending.number, {})).statusCode).toBe(404);
    const altered = new URL(pending.url);
    altered.searchParams.set(
      'session',
      `${Buffer.from(JSON.stringify({ amountCents: 1 })).toString('base64url')}.${(pending.url.searchParams.get('session') ?? '').split('.')[1]}`,
    );
    expect((await app.inject({ url: `/api${altered.pathname}${altered.search}` })).statusCode).toBe(404);
  });

  test('the policy of the sandbox page allows its own style and nothing else that is inline', async () => {
    const { url } = await placePendingOrder();
    const { headers, body } = await app.inject(`/api${url.pathname}${url.search}`);
    const style = /<style>([^<]+)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `${SECURITY_HEADERS['content-security-policy']}; style-src 'sha256-${hash}'`,
    );
    expect(body.replace('<style>', '')).not.toMatch(/<style|<script|style=/);
  });

  test('production has no sandbox page and accepts no sandbox events', async () => {
    const production = await buildTestApp(database, {
      production: true,
      payments: { provider: 'none', webhookSecret: '' },
    });
    const { paymentId, url } = await placePendingOrder();
    expect((await production.inject({ url: `/api${url.pathname}${url.search}` })).statusCode).toBe(404);
    const body = JSON.stringify(anEvent(paymentId));
    const response = await production.inject({
      method: 'POST',
      url: '/api/payments/webhook',
      headers: { 'content-type': 'application/json', [SANDBOX_SIGNATURE_HEADER]: signSandboxMessage('', body, now) },
      payload: body,
    });
    expect(response.statusCode).toBe(404);
    expect((await production.inject({ url: '/api/payment-methods' })).json().data).toContainEqual({
      method: 'global',
      available: false,
    });
    await production.close();
  });
});
