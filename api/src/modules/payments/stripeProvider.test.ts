import type { Stripe } from 'stripe';
import { FakeStripe, type Fault } from '../../testing/FakeStripe';
import { PaymentRefused, type PaymentEvent, type PaymentRequest, type RefundRequest } from './PaymentProvider';
import { createStripeProvider } from './stripeProvider';

const NOW = new Date('2026-11-21T12:00:00Z');
const SECRET_KEY = 'sk_test_shop';
const [NEW_SECRET, SECRET] = ['whsec_new', 'whsec_shop'];
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000];

let now: Date;
const clock = { now: () => now };
let stripe: FakeStripe;
beforeEach(async () => {
  now = NOW;
  stripe = new FakeStripe({ secretKey: SECRET_KEY, webhookSecret: SECRET, clock });
  await stripe.listen();
});
afterEach(() => stripe.close());

const createProvider = ({ secretKey = SECRET_KEY, timeoutMs = 2_000, startMs = 9_000 } = {}) =>
  createStripeProvider({
    stripe: { secretKey, webhookSecrets: [NEW_SECRET, SECRET], apiUrl: stripe.url },
    clock,
    limits: { timeoutMs, startMs },
  });

const aRequest = (overrides: Partial<PaymentRequest> = {}): PaymentRequest => ({
  paymentId: 'payment-1',
  pageId: null,
  orderNumber: 'ORD-7K3F-9Q2M',
  amountCents: 32_000,
  currency: 'USD',
  returnUrl: 'http://shop.test/checkout/order-received/ORD-7K3F-9Q2M',
  lines: [{ text: '1 × Halo Diamond Ring', totalCents: 32_000 }],
  expiresAt: new Date(NOW.getTime() + 24 * HOUR_MS),
  ...overrides,
});

/** Opens a page and pays there. */
const pay = async (how: 'paid' | 'later' = 'paid', request = aRequest()) => {
  const { pageId } = await createProvider().start(request);
  if (pageId === null) throw new Error('No page');
  return { pageId, reference: stripe.pay(pageId, how).id };
};
const send = (
  event: object,
  { provider = createProvider(), signature = undefined as string | string[] | undefined } = {},
): PaymentEvent | null | undefined => {
  const body = JSON.stringify(event);
  return provider.readEvent(body, { 'stripe-signature': signature ?? stripe.sign(body) });
};
const readAll = (): (PaymentEvent | null | undefined)[] => stripe.events.splice(0).map((event) => send(event));
const aRefund = (overrides: Partial<RefundRequest> = {}): RefundRequest => ({
  paymentId: 'payment-1',
  pageId: null,
  reference: null,
  refundId: 'refund-1',
  amountCents: 5_000,
  currency: 'USD',
  signal: AbortSignal.timeout(20_000),
  ...overrides,
});
const NEVER = new AbortController().signal;

describe('the page', () => {
  test('asks for the total of the order as one line, in dollars, and leads back to the order (product 7.6)', async () => {
    const lines = Array.from({ length: 9 }, (_, n) => ({ text: `1 × Ring ${n}`, totalCents: 100 }));
    const { url, pageId } = await createProvider().start(aRequest({ lines }));
    expect(url).toBe(new URL(`/c/pay/${pageId}`, stripe.url).href);
    expect(Object.fromEntries(stripe.requests[0]?.params ?? [])).toEqual({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '32000',
      'line_items[0][price_data][product_data][name]': 'Order ORD-7K3F-9Q2M',
      'line_items[0][price_data][product_data][description]':
        '1 × Ring 0, 1 × Ring 1, 1 × Ring 2, 1 × Ring 3, 1 × Ring 4, 1 × Ring 5, and 3 more',
      client_reference_id: 'payment-1',
      'payment_intent_data[description]': 'Order ORD-7K3F-9Q2M',
      'payment_intent_data[metadata][payment_id]': 'payment-1',
      'adaptive_pricing[enabled]': 'false',
      success_url: 'http://shop.test/checkout/order-received/ORD-7K3F-9Q2M',
      cancel_url: 'http://shop.test/checkout/order-received/ORD-7K3F-9Q2M',
      expires_at: String((NOW.getTime() + 24 * HOUR_MS - MINUTE_MS) / 1_000),
    });
  });

  test.each([
    ['an hour', HOUR_MS, 59 * MINUTE_MS],
    ['ten minutes, the least that Stripe allows is half an hour', 10 * MINUTE_MS, 31 * MINUTE_MS],
    ['90 days, the most that Stripe allows is a day', 90 * 24 * HOUR_MS, 24 * HOUR_MS - MINUTE_MS],
  ])('closes a minute before the order is canceled in %s', async (_what, heldMs, openMs) => {
    await createProvider().start(aRequest({ expiresAt: new Date(NOW.getTime() + heldMs) }));
    expect([...stripe.sessions.values()].map(({ expires_at: at }) => at * 1_000 - NOW.getTime())).toEqual([openMs]);
  });

  test('is one for a payment, however often it is asked for: at the same time, later, and after a lost answer', async () => {
    stripe.lostAnswers = 1;
    const provider = createProvider();
    const pages = await Promise.all([provider.start(aRequest()), provider.start(aRequest())]);
    now = new Date(NOW.getTime() + HOUR_MS);
    pages.push(await provider.start(aRequest({ pageId: pages[0]?.pageId ?? '' })));
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
    expect(stripe.sessions.size).toBe(1);
  });

  test('is a new one if the former has expired', async () => {
    const first = await createProvider().start(aRequest());
    stripe.expire(first.pageId ?? '');
    const second = await createProvider().start(aRequest({ pageId: first.pageId }));
    expect(second.pageId).not.toBe(first.pageId);
    expect(stripe.findSession('payment-1').id).toBe(second.pageId);
  });

  test('is the page of the order if the customer has just paid, so that nobody pays twice', async () => {
    const { pageId } = await pay();
    expect(await createProvider().start(aRequest({ pageId }))).toEqual({ url: aRequest().returnUrl, pageId });
    expect(stripe.sessions.size).toBe(1);
  });

  test.each<Fault>(['dead', 'garbage', 'html', 'unauthorized', 'failing', 'limited', 'locked'])(
    'does not open while Stripe is %s, and opens afterwards',
    async (fault) => {
      stripe.fault = fault;
      await expect(createProvider().start(aRequest())).rejects.toThrow();
      stripe.fault = undefined;
      expect((await createProvider().start(aRequest())).url).toContain('/c/pay/');
      expect(stripe.sessions.size).toBe(1);
    },
  );

  test.each([
    ['one attempt', { timeoutMs: 30 }],
    ['all attempts', { startMs: 30 }],
  ])('does not wait longer than the limit of %s for a Stripe that is silent', async (_what, limits) => {
    stripe.fault = 'silent';
    await expect(createProvider(limits).start(aRequest())).rejects.toThrow(/time/i);
  });
});

describe('a message', () => {
  test('of a paid page says the amount and what refunds will call it (product 7.6)', async () => {
    const { reference } = await pay();
    expect(readAll()).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        payment: { id: 'payment-1' },
        kind: 'succeeded',
        amountCents: 32_000,
        currency: 'USD',
        reference,
      },
    ]);
  });

  test('comes later if the money does: first none, then that it succeeded or failed', async () => {
    const { pageId } = await pay('later');
    stripe.settle(pageId, 'succeeded');
    expect(readAll()).toEqual([null, expect.objectContaining({ kind: 'succeeded', payment: { id: 'payment-1' } })]);
    const failing = await pay('later', aRequest({ paymentId: 'payment-2' }));
    stripe.settle(failing.pageId, 'failed');
    expect(readAll()).toEqual([null, { id: expect.any(String), kind: 'failed', payment: { id: 'payment-2' } }]);
  });

  test('is none if a card is declined, or the bank asks its owner: the page stays open', async () => {
    const { pageId } = await createProvider().start(aRequest());
    stripe.pay(pageId ?? '', 'declined');
    stripe.pay(pageId ?? '', 'authentication');
    expect(readAll()).toEqual([]);
    stripe.pay(pageId ?? '');
    expect(readAll()).toEqual([expect.objectContaining({ kind: 'succeeded' })]);
  });

  test('of a page that closed says so', async () => {
    const { pageId } = await createProvider().start(aRequest());
    stripe.expire(pageId ?? '');
    expect(readAll()).toEqual([
      { id: expect.any(String), kind: 'expired', payment: { id: 'payment-1' }, pageId: expect.any(String) },
    ]);
  });

  test('of the same event has the same id when it comes twice, and each event its own, in any order', async () => {
    const { pageId, reference } = await pay();
    await createProvider().refund(aRefund({ pageId }));
    const [paid, refunded] = stripe.events;
    const ids = [refunded, paid, paid, refunded].map((event) => send(event ?? {})?.id);
    expect(ids).toEqual([refunded?.id, paid?.id, paid?.id, refunded?.id]);
    expect(send(refunded ?? {})?.payment).toEqual({ reference });
  });

  test('of a refund says how it stands, whether the shop made it or somebody in the dashboard', async () => {
    const { reference } = await pay();
    stripe.events.splice(0);
    stripe.refundStatus = 'pending';
    const { id } = await createProvider().refund(aRefund({ reference }));
    stripe.settleRefund(id, 'failed', 'expired_or_canceled_card');
    const change = { payment: { reference }, kind: 'refund-changed', id: expect.any(String) };
    const refund = { id, refundId: 'refund-1', amountCents: 5_000, currency: 'USD' };
    const failed = { ...change, refund: { ...refund, state: 'failed', reason: 'expired_or_canceled_card' } };
    expect(readAll()).toEqual([
      { ...change, refund: { ...refund, state: 'pending', reason: '' } },
      failed,
      failed,
      failed,
    ]);

    stripe.refundStatus = 'succeeded';
    const made = stripe.refundInDashboard(reference, 700);
    const byHand = { id: made.id, refundId: null, amountCents: 700, currency: 'USD', state: 'succeeded', reason: '' };
    expect(readAll()).toEqual([{ ...change, refund: byHand }, null]);
    stripe.settleRefund(made.id, 'canceled');
    expect(readAll()[0]).toEqual({ ...change, refund: { ...byHand, state: 'failed', reason: 'canceled' } });
  });

  test.each([
    ['created', 'needs_response', 'open'],
    ['created', 'warning_needs_response', 'open'],
    ['updated', 'under_review', 'open'],
    ['closed', 'won', 'won'],
    ['closed', 'warning_closed', 'won'],
    ['closed', 'lost', 'lost'],
  ] as const)('of a dispute that is %s as %s says that it is %s', async (what, status, state) => {
    const { reference } = await pay();
    stripe.events.splice(0);
    stripe.dispute(reference, `charge.dispute.${what}`, status);
    expect(readAll()).toEqual([
      {
        id: expect.any(String),
        payment: { reference },
        kind: 'dispute-changed',
        dispute: { state, amountCents: 32_000, reason: 'fraudulent' },
      },
    ]);
  });

  test('is refused unless one of its signatures is of a known secret and at most five minutes old (security.md 2.6)', async () => {
    await pay();
    const [event] = stripe.events as [Stripe.Event];
    const body = JSON.stringify(event);
    const isRead = (signature: string | string[] | undefined): boolean =>
      createProvider().readEvent(body, { 'stripe-signature': signature }) !== undefined;
    const at = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1_000);
    expect({
      old: isRead(stripe.sign(body, { secrets: [SECRET] })),
      new: isRead(stripe.sign(body, { secrets: [NEW_SECRET] })),
      oneOfTwo: isRead(stripe.sign(body, { secrets: ['whsec_forged', SECRET] })),
      inTime: isRead(stripe.sign(body, { at: at(299) })),
      forged: isRead(stripe.sign(body, { secrets: ['whsec_forged'] })),
      late: isRead(stripe.sign(body, { at: at(301) })),
      ofAnotherBody: isRead(stripe.sign(`${body} `)),
      none: isRead(undefined),
      two: isRead([stripe.sign(body), stripe.sign(body)]),
      empty: isRead(''),
      withoutTime: isRead(stripe.sign(body).replace(/^t=\d+,/, '')),
    }).toEqual({
      old: true,
      new: true,
      oneOfTwo: true,
      inTime: true,
      forged: false,
      late: false,
      ofAnotherBody: false,
      none: false,
      two: false,
      empty: false,
      withoutTime: false,
    });
  });

  test("of Stripe's test mode is refused by a shop that takes real money, and the other way round", async () => {
    await pay();
    const [event] = stripe.events as [Stripe.Event];
    const live = createProvider({ secretKey: 'rk_live_shop' });
    expect(send(event, { provider: live })).toBeUndefined();
    expect(send({ ...event, livemode: true }, { provider: live })).toMatchObject({ kind: 'succeeded' });
    expect(send({ ...event, livemode: true })).toBeUndefined();
  });

  test('that means nothing to the shop is read and ignored', async () => {
    await pay();
    const [event] = stripe.events as [Stripe.Event];
    const session = event.data.object as Stripe.Checkout.Session;
    const change = (overrides: object) => send({ ...event, data: { object: { ...session, ...overrides } } });
    expect([
      send({ ...event, type: 'customer.created' }),
      send({ ...event, type: 'toString' }),
      change({ client_reference_id: null }),
    ]).toEqual([null, null, null]);
  });

  test('that is garbage with a valid signature is refused and breaks nothing', async () => {
    await pay();
    const [event] = stripe.events as [Stripe.Event];
    const bodies = [
      'no json',
      'null',
      '[]',
      '"text"',
      '{}',
      JSON.stringify({ ...event, data: null }),
      JSON.stringify({ ...event, data: { object: { ...event.data.object, amount_total: '320' } } }),
      JSON.stringify({ ...event, type: 'refund.updated' }),
      JSON.stringify({ ...event, type: 'charge.dispute.closed' }),
      JSON.stringify({ ...event, object: 'v2.core.event' }),
    ];
    for (const body of bodies)
      expect([body, createProvider().readEvent(body, { 'stripe-signature': stripe.sign(body) })]).toEqual([
        body,
        undefined,
      ]);
  });
});

describe('a refund', () => {
  test('is sent once, also if it is repeated, its answer is lost, or Stripe has forgotten the key', async () => {
    const { pageId, reference } = await pay();
    stripe.lostAnswers = 1;
    const first = await createProvider().refund(aRefund({ reference }));
    expect(first).toEqual({
      id: expect.stringMatching(/^re_/),
      refundId: 'refund-1',
      amountCents: 5_000,
      currency: 'USD',
      state: 'succeeded',
      reason: '',
    });
    expect(await createProvider().refund(aRefund({ pageId }))).toEqual(first);
    const posts = stripe.requests.filter(({ name }) => name === 'POST /v1/refunds');
    expect(new Set(posts.map(({ key }) => key))).toEqual(new Set(['refund-1']));
    stripe.forgetKeys();
    expect(await createProvider().refund(aRefund({ reference }))).toEqual(first);
    expect(await createProvider().refund(aRefund({ reference, refundId: 'refund-2' }))).not.toEqual(first);
    expect(stripe.refunds).toHaveLength(2);
  });

  test('of more than is left, of a payment without money, or of an unknown one is refused for good', async () => {
    const { reference } = await pay();
    const { pageId } = await createProvider().start(aRequest({ paymentId: 'payment-2' }));
    for (const request of [
      aRefund({ reference, amountCents: 32_001 }),
      aRefund({ reference: 'pi_unknown' }),
      aRefund({ pageId }),
      aRefund(),
    ])
      await expect(createProvider().refund(request)).rejects.toThrow(PaymentRefused);
    expect(stripe.refunds).toEqual([]);
  });

  test.each<Fault>(['dead', 'garbage', 'html', 'unauthorized', 'failing', 'limited', 'locked'])(
    'has an unknown outcome while Stripe is %s, and is sent afterwards',
    async (fault) => {
      const { reference } = await pay();
      stripe.fault = fault;
      const attempt = createProvider().refund(aRefund({ reference }));
      await expect(attempt).rejects.toThrow();
      await expect(attempt).rejects.not.toThrow(PaymentRefused);
      stripe.fault = undefined;
      expect(await createProvider().refund(aRefund({ reference }))).toMatchObject({ state: 'succeeded' });
    },
  );

  test('with the key of another one is not taken for refused: nobody knows what became of it', async () => {
    const { reference } = await pay();
    const other = await pay('paid', aRequest({ paymentId: 'payment-2' }));
    await createProvider().refund(aRefund({ reference }));
    const attempt = createProvider().refund(aRefund({ reference: other.reference, amountCents: 100 }));
    await expect(attempt).rejects.not.toThrow(PaymentRefused);
    await expect(attempt).rejects.toThrow(/same parameters/);
  });

  test('ends when it is aborted', async () => {
    const { reference } = await pay();
    stripe.fault = 'silent';
    await expect(
      createProvider({ timeoutMs: 100 }).refund(aRefund({ reference, signal: AbortSignal.timeout(20) })),
    ).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect(
      createProvider({ timeoutMs: 100 }).refund(aRefund({ reference, signal: AbortSignal.abort(new Error('over')) })),
    ).rejects.toThrow('over');
  });
});

describe('closing a page', () => {
  const close = (pageId: string | null) => createProvider({ timeoutMs: 300 }).close(pageId ?? '', NEVER);

  test.each<[string, (pageId: string) => void]>([
    ['that is open', () => undefined],
    ['that has expired', (pageId) => stripe.expire(pageId)],
    ['of a declined card', (pageId) => void stripe.pay(pageId, 'declined')],
  ])('%s leaves it expired (product 16.40)', async (_what, act) => {
    const { pageId } = await createProvider().start(aRequest());
    act(pageId ?? '');
    await close(pageId);
    expect(stripe.sessions.get(pageId ?? '')?.status).toBe('expired');
  });

  test('that is paid changes nothing', async () => {
    const { pageId } = await pay();
    await close(pageId);
    expect(stripe.sessions.get(pageId)).toMatchObject({ status: 'complete', payment_status: 'paid' });
  });

  test('is an error if Stripe does not answer', async () => {
    const { pageId } = await createProvider().start(aRequest());
    for (const fault of ['dead', 'silent', 'failing', 'unauthorized'] as const) {
      stripe.fault = fault;
      await expect(close(pageId)).rejects.toThrow();
    }
    expect(stripe.sessions.get(pageId ?? '')?.status).toBe('open');
  });
});

describe('asked about a payment', () => {
  const ask = (known: { pageId: string | null; reference?: string | null }) =>
    createProvider().ask({ paymentId: 'payment-1', reference: null, ...known }, NEVER);

  test('it says what its messages said, with ids that stay the same', async () => {
    const { pageId, reference } = await pay();
    const { id } = await createProvider().refund(aRefund({ reference }));
    stripe.refundInDashboard(reference, 700);
    const [paid, ...refunds] = readAll().filter((event) => event);
    const answers = await ask({ pageId });
    expect(answers).toEqual(
      [{ ...paid, id: `asked-${pageId}-paid` }, ...refunds.reverse()].map((event) => ({
        ...event,
        id: expect.stringMatching(/^asked-/),
      })),
    );
    expect(answers[2]?.id).toBe(`asked-${id}-succeeded`);
    expect(await ask({ pageId })).toEqual(answers);
    expect(await ask({ pageId: null, reference })).toEqual(answers.slice(1));
  });

  test.each<[string, (pageId: string) => void, string[]]>([
    ['is open', () => undefined, []],
    ['was declined', (pageId) => void stripe.pay(pageId, 'declined'), []],
    ['has expired', (pageId) => stripe.expire(pageId), ['expired']],
    ['takes days', (pageId) => void stripe.pay(pageId, 'later'), []],
    [
      'has failed after days',
      (pageId) => {
        stripe.pay(pageId, 'later');
        stripe.settle(pageId, 'failed');
      },
      ['failed'],
    ],
  ])('whose page %s, it says no more than that', async (_what, act, kinds) => {
    const { pageId } = await createProvider().start(aRequest());
    act(pageId ?? '');
    expect((await ask({ pageId })).map(({ kind }) => kind)).toEqual(kinds);
  });

  test('that never had a page, it says nothing, and asks nobody', async () => {
    expect(await ask({ pageId: null })).toEqual([]);
    expect(stripe.requests).toEqual([]);
  });

  test('a Stripe that does not answer is an error', async () => {
    const { pageId } = await pay();
    for (const fault of ['dead', 'garbage', 'failing'] as const) {
      stripe.fault = fault;
      await expect(ask({ pageId })).rejects.toThrow();
    }
  });
});

test('the fake refuses what Stripe refuses: other parameters with a key, unknown ones, a wrong key, hours outside its limits', async () => {
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL('/v1/checkout/sessions', stripe.url), {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { authorization: `Bearer ${SECRET_KEY}`, ...headers },
    });
    return [response.status, ((await response.json()) as { error?: { type: string; code?: string } }).error] as const;
  };
  await createProvider().start(aRequest());
  const key = stripe.requests[0]?.key ?? '';
  const valid = new URLSearchParams([...(stripe.requests[0]?.params ?? [])]).toString();
  expect(await post(valid, { 'idempotency-key': key })).toEqual([200, undefined]);
  expect(stripe.sessions.size).toBe(1);
  expect(await post(valid.replace('32000', '1'), { 'idempotency-key': key })).toMatchObject([
    400,
    { type: 'idempotency_error' },
  ]);
  expect(await post(`${valid}&colour=blue`)).toMatchObject([400, { code: 'parameter_unknown' }]);
  expect(await post(`${valid}&expires_at=1`)).toMatchObject([400, { code: 'parameter_invalid' }]);
  expect(await post(valid, { authorization: 'Bearer sk_test_other' })).toMatchObject([401, {}]);
});
