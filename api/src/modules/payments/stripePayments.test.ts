import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import type { AnswerOf, listPaymentMethods, Order } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { FakeStripe } from '../../testing/FakeStripe';
import { anOperatorNamed } from '../../audit/Actor';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { anOrderBy, buildTestApp, newKey, testConfig } from '../../testing/testApp';
import { openTestDatabase } from '../../testing/testDatabase';
import { startCleanup } from '../../startCleanup';
import { refundOrder } from '../orders/refundOrder';
import { closeCanceledPages } from './closeCanceledPages';
import { reconcilePayments } from './reconcilePayments';
import { sendDueRefunds } from './sendDueRefunds';
import { createStripeProvider } from './stripeProvider';

const NOW = new Date('2026-11-21T12:00:00Z');
const clock = { now: () => NOW };
const [SECRET_KEY, WEBHOOK_SECRET] = ['sk_test_shop', 'whsec_shop'];

let database: Database;
let stripe: FakeStripe;
let app: FastifyInstance;
const listSettings = () => ({ secretKey: SECRET_KEY, webhookSecrets: [WEBHOOK_SECRET], apiUrl: stripe.url });
beforeAll(async () => {
  stripe = new FakeStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, clock });
  await stripe.listen();
  database = await openTestDatabase('PGlite');
  app = await buildTestApp(
    database,
    {
      payments: {
        provider: 'stripe',
        webhookSecret: '',
        stripe: listSettings(),
      },
    },
    clock,
  );
});
afterAll(async () => {
  await app.close();
  await database.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.events.splice(0);
  stripe.webhookUrl = undefined;
  for (const table of ['counters', 'order_holders']) await database.query(`DELETE FROM ${table}`);
  await database.query("UPDATE products SET stock = 100 WHERE id = 'ring-halo'");
});

const placeOrder = async () => {
  const placed = await app.inject({
    method: 'POST',
    url: '/api/orders',
    headers: { 'idempotency-key': newKey() },
    payload: anOrderBy(newKey(), { payment_method: 'global' }),
  });
  const { number } = placed.json().order;
  const cookies = { guest_orders: placed.cookies.find(({ name }) => name === 'guest_orders')?.value ?? '' };
  return {
    number: String(number),
    cancel: async () => (await app.inject({ method: 'POST', url: `/api/orders/${number}/cancel`, cookies })).statusCode,
    openPage: () => app.inject({ method: 'POST', url: `/api/orders/${number}/payment`, cookies }),
    readStatus: async () => (await app.inject({ url: `/api/orders/${number}`, cookies })).json().order.status,
    read: async () => (await app.inject({ url: `/api/orders/${number}`, cookies })).json<{ order: Order }>().order,
    findSession: async () => {
      const { rows } = await database.query<{ page_id: string }>(
        'SELECT page_id FROM payments WHERE order_number = $1 ORDER BY created_at DESC LIMIT 1',
        [number],
      );
      return rows[0]?.page_id ?? '';
    },
  };
};
/** Delivers a message as Stripe does. */
const deliver = async (event: object | undefined, url = '/api/payments/stripe/events', secret = WEBHOOK_SECRET) => {
  const body = JSON.stringify(event);
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': stripe.sign(body, { secrets: [secret] }),
  };
  return (await app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
};

test("an order is paid on Stripe's page and by its signed message, delivered twice (product 7.6)", async () => {
  const order = await placeOrder();
  const { url } = (await order.openPage()).json();
  expect((await order.openPage()).json().url).toBe(url);
  const sessionId = await order.findSession();
  expect(url).toBe(stripe.sessions.get(sessionId)?.url);
  const { id: reference } = stripe.pay(sessionId);
  const [paid] = stripe.events;
  expect(await order.readStatus()).toBe('pending-payment');
  expect([await deliver(paid), await deliver(paid)]).toEqual([200, 200]);
  expect(await order.readStatus()).toBe('processing');
  const { rows } = await database.query(
    'SELECT status, provider, page_id, reference FROM payments WHERE reference = $1',
    [reference],
  );
  expect(rows).toEqual([{ status: 'paid', provider: 'stripe', page_id: sessionId, reference }]);
});

test("a browser that declines and then pays on the provider's page comes back, and the order is paid without another request", async () => {
  stripe.webhookUrl = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/payments/stripe/events`;
  const order = await placeOrder();
  const { url } = (await order.openPage()).json();
  expect(await (await fetch(url)).text()).toContain('<button name="outcome" value="paid">Pay</button>');
  const press = (outcome: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
  expect(await (await press('declined')).text()).toContain('Your card was declined.');
  expect(await order.readStatus()).toBe('pending-payment');
  const paid = await press('paid');
  expect([paid.status, paid.headers.get('location')]).toEqual([
    303,
    expect.stringMatching(/^http:\/\/shop\.test\/checkout\/order-received\/ORD-/),
  ]);
  await waitUntil('the order is paid', async () => (await order.readStatus()) === 'processing');
});

test('a page that expired is replaced, and the order can be paid on the new one', async () => {
  const order = await placeOrder();
  const { url } = (await order.openPage()).json();
  stripe.expire(await order.findSession());
  const again = (await order.openPage()).json().url;
  expect(again).not.toBe(url);
  stripe.pay(await order.findSession());
  const [expired, paid] = stripe.events;
  expect([await deliver(paid), await deliver(expired)]).toEqual([200, 200]);
  expect(await order.readStatus()).toBe('processing');
});

test('the message that a page has expired may come after the next one was opened, and that of its payment never: asking finds it', async () => {
  const order = await placeOrder();
  await order.openPage();
  stripe.expire(await order.findSession());
  await order.openPage();
  stripe.pay(await order.findSession());
  const [expired] = stripe.events;
  expect(await deliver(expired)).toBe(200);
  const provider = createStripeProvider({ stripe: listSettings(), clock });
  await reconcilePayments({ database, clock, config: testConfig }, provider, { patienceMs: 0 });
  expect(await order.readStatus()).toBe('processing');
});

test.each(['the shop', 'the dashboard'])(
  'a refund made by %s that came back stays failed, whatever is told of it later',
  async (place) => {
    const order = await placeOrder();
    await order.openPage();
    const { id: intent } = stripe.pay(await order.findSession());
    expect(await deliver(stripe.events[0])).toBe(200);
    if (place === 'the shop') {
      const by = { actor: anOperatorNamed('grace'), now: NOW };
      const id = await database.transaction((connection) =>
        refundOrder({ config: testConfig }, connection, order.number, {
          ...by,
          amountCents: 1_000,
          lines: [],
          reason: '',
        }),
      );
      const provider = createStripeProvider({ stripe: listSettings(), clock });
      await sendDueRefunds({ database, clock, config: testConfig, provider }, { ids: [id] });
    } else stripe.refundInDashboard(intent, 1_000);
    stripe.settleRefund(stripe.refunds[0]?.id ?? '', 'failed', 'the account is closed');
    for (const event of stripe.events.toReversed()) expect(await deliver(event)).toBe(200);
    const { rows } = await database.query(
      'SELECT r.state, r.failure, p.status FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.order_number = $1',
      [order.number],
    );
    expect(rows).toEqual([{ state: 'failed', failure: 'the account is closed', status: 'paid' }]);
  },
);

test('a forged message, one for another provider and one at the former address pay nothing (security.md 2.6)', async () => {
  const order = await placeOrder();
  await order.openPage();
  stripe.pay(await order.findSession());
  const [paid] = stripe.events;
  expect([
    await deliver(paid, undefined, 'whsec_forged'),
    await deliver(paid, '/api/payments/sandbox/events'),
    await deliver(paid, '/api/payments/webhook'),
    await deliver(paid, '/api/payments/none/events'),
  ]).toEqual([400, 404, 404, 404]);
  expect(await order.readStatus()).toBe('pending-payment');
});

test('a message that means nothing to the shop is acknowledged, so that Stripe does not repeat it', async () => {
  expect(await deliver({ id: 'evt_1', type: 'customer.created', livemode: false, data: { object: {} } })).toBe(200);
});

test('while Stripe does not answer, the order is kept and says to try again', async () => {
  const order = await placeOrder();
  stripe.fault = 'dead';
  expect((await order.openPage()).json()).toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  stripe.fault = undefined;
  expect((await order.openPage()).statusCode).toBe(200);
});

test('the order says how it was paid in the words of the checkout (product 16.41)', async () => {
  const { data } = (await app.inject('/api/payment-methods')).json<AnswerOf<typeof listPaymentMethods>>();
  const order = await placeOrder();
  await order.openPage();
  expect((await order.read()).payment_label).toBe(data.find(({ method }) => method === 'global')?.label);
  await database.query("UPDATE payments SET provider = 'sandbox' WHERE order_number = $1", [order.number]);
  expect(await order.read()).not.toHaveProperty('payment_label');
});

describe('the page of an order that is canceled', () => {
  const context = { clock, config: testConfig };
  const provider = () =>
    createStripeProvider({ stripe: { secretKey: SECRET_KEY, webhookSecrets: [], apiUrl: stripe.url }, clock });
  const rethrow = (error: unknown): never => {
    throw error;
  };
  const openOrder = async () => {
    const order = await placeOrder();
    await order.openPage();
    return order;
  };
  const readPage = async ({ findSession }: Awaited<ReturnType<typeof openOrder>>) =>
    stripe.sessions.get(await findSession())?.status;

  test('is closed as soon as its customer or staff cancel it, or the time to pay is over (product 16.40)', async () => {
    const [byCustomer, byStaff, unpaid, other] = [
      await openOrder(),
      await openOrder(),
      await openOrder(),
      await openOrder(),
    ];
    expect(await byCustomer.cancel()).toBe(200);
    const ada = await new StaffVisitor(app, database, clock).join('ada@example.com');
    expect((await ada.post(`/orders/${byStaff.number}/cancel`, { reason: '' })).statusCode).toBe(200);
    await app.afterReply.settled();
    await database.query('UPDATE orders SET held_until = $2 WHERE number = $1', [unpaid.number, NOW]);
    const cleanup = startCleanup({ ...context, database, provider: provider(), onError: rethrow });
    await cleanup.settled();
    cleanup.stop();
    expect(await unpaid.readStatus()).toBe('canceled');
    expect(await Promise.all([byCustomer, byStaff, unpaid, other].map(readPage))).toEqual([
      'expired',
      'expired',
      'expired',
      'open',
    ]);
  });

  test.each(['dead', 'silent', 'failing', 'unauthorized'] as const)(
    'is closed later if Stripe is %s: the cancellation does not wait for it (product 16.40)',
    async (fault) => {
      const order = await openOrder();
      stripe.fault = fault;
      expect(await order.cancel()).toBe(200);
      expect(await order.readStatus()).toBe('canceled');
      await app.afterReply.settled();
      stripe.fault = undefined;
      expect(await readPage(order)).toBe('open');
      expect(await reconcilePayments({ ...context, database }, provider())).toMatchObject({ failed: 0 });
      expect(await readPage(order)).toBe('expired');
      expect(await deliver(stripe.events.at(-1))).toBe(200);
      expect(await closeCanceledPages({ database, clock }, provider(), { number: order.number })).toBe(0);
    },
  );
});
