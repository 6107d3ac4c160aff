import { createHmac, randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Stripe } from 'stripe';
import type { Clock } from '../clock';
import { escapeHtml } from '../http/escapeHtml';

type Session = Stripe.Checkout.Session;
type Params = ReadonlyMap<string, string>;

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** How requests are answered until it is `undefined` again. */
export type Fault = 'silent' | 'garbage' | 'html' | 'dead' | 'unauthorized' | 'failing' | 'limited' | 'locked';

export interface FakeStripeOptions {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
}

const MIN_OPEN_S = 30 * 60;
const MAX_OPEN_S = 24 * 60 * 60;
const MIN_CENTS = 50;
const KNOWN_PARAMS =
  /^(?:mode|client_reference_id|success_url|cancel_url|expires_at|adaptive_pricing\[enabled\]|line_items\[0\]\[(?:quantity|price_data\]\[(?:currency|unit_amount|product_data\]\[(?:name|description)))\]|payment_intent_data\[(?:description|metadata\]\[\w+)\]|payment_intent|amount|metadata\[\w+\])$/;

class Refused extends Error {
  constructor(
    readonly status: number,
    readonly error: {
      readonly type: string;
      readonly code?: string;
      readonly param?: string;
      readonly message: string;
    },
  ) {
    super(error.message);
  }
}
const refuse = (message: string, code: string, param?: string, status = 400): never => {
  throw new Refused(status, { type: 'invalid_request_error', code, message, ...(param !== undefined && { param }) });
};

const createId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
const listParams = (params: Params, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...params]
      .filter(([name]) => name.startsWith(`${prefix}[`))
      .map(([name, text]) => [name.slice(prefix.length + 1, -1), text]),
  );

/**
 * Answers like Stripe's API for what the shop calls, and makes the messages that Stripe would send. Its objects have
 * every field of the library's types. https://docs.stripe.com/api
 */
export class FakeStripe {
  /** Messages in their order. Deliver them late, twice, in another order, forged, or not at all. */
  readonly events: Stripe.Event[] = [];
  readonly sessions = new Map<string, Session>();
  readonly refunds: Stripe.Refund[] = [];
  /** Requests that arrived, such as "POST /v1/refunds", with their idempotency keys. */
  readonly requests: { readonly name: string; readonly key: string | undefined; readonly params: Params }[] = [];
  fault: Fault | undefined;
  /** Where messages are sent by themselves, as for a browser; without it, the test sends those in `events`. */
  webhookUrl: string | undefined;
  /** Processed, but the answer never arrives: how many requests. */
  lostAnswers = 0;
  /** What becomes of a new refund. */
  refundStatus: 'succeeded' | 'pending' = 'succeeded';
  readonly #intents = new Map<string, Stripe.PaymentIntent>();
  readonly #answers = new Map<string, { readonly params: string; readonly answer: Answer }>();
  readonly #options: FakeStripeOptions;
  readonly #app: FastifyInstance;
  #url = '';

  constructor(options: FakeStripeOptions) {
    this.#options = options;
    this.#app = fastify({ forceCloseConnections: true });
    this.#addRoutes();
  }

  get url(): URL {
    return new URL(this.#url);
  }
  async listen(port = 0): Promise<void> {
    this.#url = await this.#app.listen({ port, host: '127.0.0.1' });
  }
  async close(): Promise<void> {
    await this.#app.close();
  }

  /** Returns the session whose page the shop opened for a payment. */
  findSession(paymentId: string): Session {
    const session = [...this.sessions.values()].findLast(({ client_reference_id: id }) => id === paymentId);
    if (!session) throw new Error(`No page was opened for ${paymentId}`);
    return session;
  }

  /** What the customer does on the page. A card that is declined leaves the page open. */
  pay(sessionId: string, how: 'paid' | 'declined' | 'authentication' | 'later' = 'paid'): Stripe.PaymentIntent {
    const session = this.#getSession(sessionId);
    if (session.status !== 'open') throw new Error(`The page of ${sessionId} is ${session.status}`);
    const intent = this.#findIntent(session) ?? this.#createIntent(session);
    session.payment_intent = intent.id;
    if (how === 'declined' || how === 'authentication') {
      intent.status = how === 'declined' ? 'requires_payment_method' : 'requires_action';
      return intent;
    }
    session.status = 'complete';
    session.url = null;
    if (how === 'later') intent.status = 'processing';
    else this.#receive(session, intent);
    this.#addEvent('checkout.session.completed', { ...session });
    return intent;
  }

  /** How a payment ends that takes days. */
  settle(sessionId: string, outcome: 'succeeded' | 'failed'): void {
    const session = this.#getSession(sessionId);
    const intent = this.#findIntent(session);
    if (intent?.status !== 'processing') throw new Error(`${sessionId} waits for nothing`);
    if (outcome === 'succeeded') this.#receive(session, intent);
    else intent.status = 'requires_payment_method';
    this.#addEvent(`checkout.session.async_payment_${outcome}`, { ...session });
  }

  expire(sessionId: string): void {
    const session = this.#getSession(sessionId);
    session.status = 'expired';
    session.url = null;
    this.#addEvent('checkout.session.expired', { ...session });
  }

  /** What went back of a payment, or is on its way. */
  sumRefunds(intentId: string): number {
    return this.refunds
      .filter(({ payment_intent: id, status }) => id === intentId && status !== 'failed' && status !== 'canceled')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Refunds by a click in the dashboard, without the shop's metadata. */
  refundInDashboard(intentId: string, amount: number): Stripe.Refund {
    const refund = this.#createRefund({ intent: this.#getIntent(intentId), amount, metadata: {} });
    // The shop reads nothing of it.
    this.#addEvent('charge.refunded', { object: 'charge', payment_intent: intentId } as Stripe.Charge);
    return refund;
  }

  /** As Stripe does after a day. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  settleRefund(id: string, status: 'succeeded' | 'failed' | 'canceled', reason?: string): Stripe.Refund {
    const refund = this.refunds.find((known) => known.id === id);
    if (!refund) throw new Error(`No refund ${id}`);
    refund.status = status;
    if (reason !== undefined) refund.failure_reason = reason;
    this.#addEvent('refund.updated', { ...refund });
    this.#addEvent('charge.refund.updated', { ...refund });
    if (status === 'failed') this.#addEvent('refund.failed', { ...refund });
    return refund;
  }

  dispute(
    intentId: string,
    type: 'charge.dispute.created' | 'charge.dispute.updated' | 'charge.dispute.closed',
    status: Stripe.Dispute.Status,
  ): void {
    const { amount, currency, latest_charge: charge } = this.#getIntent(intentId);
    const evidence = { enhanced_evidence: {} } as Stripe.Dispute.Evidence; // 27 texts that are null
    this.#addEvent(type, {
      id: createId('du'),
      object: 'dispute',
      amount,
      balance_transactions: [],
      charge: charge ?? '',
      created: this.#now(),
      currency,
      enhanced_eligibility_types: [],
      evidence,
      evidence_details: {
        due_by: this.#now() + 864_000,
        enhanced_eligibility: {},
        has_evidence: false,
        past_due: false,
        submission_count: 0,
        submission_method: 'not_submitted',
      },
      intended_submission_method: null,
      is_charge_refundable: false,
      livemode: this.#livemode,
      metadata: {},
      payment_intent: intentId,
      reason: 'fraudulent',
      status,
    });
  }

  /** Signs a message as Stripe does: HMAC-SHA256 of time and body, one signature for each secret. */
  sign(
    body: string,
    {
      secrets = [this.#options.webhookSecret],
      at = this.#options.clock.now(),
    }: { secrets?: readonly string[]; at?: Date } = {},
  ): string {
    const time = Math.floor(at.getTime() / 1_000);
    const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
    return [`t=${time}`, ...signatures.map((hex) => `v1=${hex}`), `v0=${'0'.repeat(64)}`].join(',');
  }

  get #livemode(): boolean {
    return this.#options.secretKey.includes('_live_');
  }
  #now(): number {
    return Math.floor(this.#options.clock.now().getTime() / 1_000);
  }

  #addEvent<T extends Stripe.Event>(type: T['type'], object: T['data']['object']): void {
    const event = {
      id: createId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.#now(),
      data: { object },
      livemode: this.#livemode,
      pending_webhooks: 1,
      request: null,
      type,
    } as Stripe.Event;
    this.events.push(event);
    if (this.webhookUrl === undefined) return;
    const body = JSON.stringify(event);
    void fetch(this.webhookUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': this.sign(body) },
    }).catch(() => undefined);
  }

  #getSession(id: string): Session {
    return this.sessions.get(id) ?? refuse(`No such checkout.session: '${id}'`, 'resource_missing', 'session', 404);
  }
  #getIntent(id: string): Stripe.PaymentIntent {
    return (
      this.#intents.get(id) ?? refuse(`No such payment_intent: '${id}'`, 'resource_missing', 'payment_intent', 404)
    );
  }
  #findIntent({ payment_intent: id }: Session): Stripe.PaymentIntent | undefined {
    return typeof id === 'string' ? this.#getIntent(id) : undefined;
  }
  readonly #descriptions = new Map<
    string,
    { readonly description: string | null; readonly metadata: Stripe.Metadata }
  >();

  #receive(session: Session, intent: Stripe.PaymentIntent): void {
    intent.status = 'succeeded';
    intent.amount_received = intent.amount;
    intent.latest_charge = createId('ch');
    session.payment_status = 'paid';
  }

  #createIntent(session: Session): Stripe.PaymentIntent {
    const intent: Stripe.PaymentIntent = {
      id: createId('pi'),
      object: 'payment_intent',
      allowed_payment_method_types: null,
      amount: session.amount_total ?? 0,
      amount_capturable: 0,
      amount_received: 0,
      application: null,
      application_fee_amount: null,
      automatic_payment_methods: null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: 'automatic_async',
      client_secret: createId('secret'),
      confirmation_method: 'automatic',
      created: this.#now(),
      currency: session.currency ?? 'usd',
      customer: null,
      customer_account: null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: this.#livemode,
      managed_payments: null,
      next_action: null,
      on_behalf_of: null,
      payment_method: null,
      payment_method_configuration_details: null,
      payment_method_options: null,
      payment_method_types: ['card'],
      payment_record: null,
      processing: null,
      receipt_email: null,
      review: null,
      setup_future_usage: null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: 'requires_payment_method',
      transfer_group: null,
      ...(this.#descriptions.get(session.id) ?? { description: null, metadata: {} }),
    };
    this.#intents.set(intent.id, intent);
    return intent;
  }

  #createSession(params: Params): Session {
    const get = (name: string): string =>
      params.get(name) ?? refuse(`Missing required param: ${name}.`, 'parameter_missing', name);
    const price = 'line_items[0][price_data]';
    const total = Number(get(`${price}[unit_amount]`)) * Number(get('line_items[0][quantity]'));
    if (total < MIN_CENTS) refuse('The amount is too small.', 'amount_too_small');
    const now = this.#now();
    const expiresAt = params.has('expires_at') ? Number(params.get('expires_at')) : now + MAX_OPEN_S;
    if (expiresAt < now + MIN_OPEN_S || expiresAt > now + MAX_OPEN_S)
      refuse('`expires_at` must be between 30 minutes and 24 hours from now.', 'parameter_invalid', 'expires_at');
    const id = createId(this.#livemode ? 'cs_live' : 'cs_test');
    const currency = get(`${price}[currency]`);
    get(`${price}[product_data][name]`);
    const session: Session = {
      id,
      object: 'checkout.session',
      adaptive_pricing: { enabled: params.get('adaptive_pricing[enabled]') !== 'false' },
      after_expiration: null,
      allow_promotion_codes: null,
      allowed_payment_method_types: null,
      amount_subtotal: total,
      amount_total: total,
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      billing_address_collection: null,
      cancel_url: params.get('cancel_url') ?? null,
      client_reference_id: params.get('client_reference_id') ?? null,
      client_secret: null,
      collected_information: null,
      consent: null,
      consent_collection: null,
      created: now,
      currency,
      currency_conversion: null,
      custom_fields: [],
      custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
      customer: null,
      customer_account: null,
      customer_creation: 'if_required',
      customer_details: null,
      customer_email: null,
      discounts: [],
      expires_at: expiresAt,
      integration_identifier: null,
      invoice: null,
      invoice_creation: {
        enabled: false,
        invoice_data: {
          account_tax_ids: null,
          custom_fields: null,
          description: null,
          footer: null,
          issuer: null,
          metadata: {},
          rendering_options: null,
        },
      },
      livemode: this.#livemode,
      locale: null,
      managed_payments: null,
      metadata: listParams(params, 'metadata'),
      mode: get('mode'),
      origin_context: null,
      payment_intent: null,
      payment_link: null,
      payment_method_collection: 'if_required',
      payment_method_configuration_details: null,
      payment_method_options: {},
      payment_method_types: ['card', 'link'],
      payment_status: 'unpaid',
      permissions: null,
      recovered_from: null,
      saved_payment_method_options: null,
      setup_intent: null,
      shipping_address_collection: null,
      shipping_cost: null,
      shipping_options: [],
      status: 'open',
      submit_type: null,
      subscription: null,
      success_url: get('success_url'),
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
      ui_mode: 'hosted_page',
      url: new URL(`/c/pay/${id}`, this.#url).href,
      wallet_options: null,
    };
    this.sessions.set(id, session);
    this.#descriptions.set(id, {
      description: params.get('payment_intent_data[description]') ?? null,
      metadata: listParams(params, 'payment_intent_data[metadata]'),
    });
    return session;
  }

  #createRefund(asked: {
    readonly intent: Stripe.PaymentIntent;
    readonly amount: number;
    readonly metadata: Stripe.Metadata;
  }): Stripe.Refund {
    const { intent, amount, metadata } = asked;
    if (intent.status !== 'succeeded')
      refuse('This PaymentIntent does not have a successful charge to refund.', 'charge_not_refundable');
    const refunded = this.sumRefunds(intent.id);
    if (refunded >= intent.amount) refuse('Charge has already been refunded.', 'charge_already_refunded');
    if (amount > intent.amount - refunded)
      refuse('Refund amount is greater than unrefunded amount on charge.', 'amount_too_large', 'amount');
    const refund: Stripe.Refund = {
      id: createId('re'),
      object: 'refund',
      amount,
      balance_transaction: null,
      charge: intent.latest_charge,
      created: this.#now(),
      currency: intent.currency,
      customer: null,
      customer_account: null,
      metadata,
      payment_intent: intent.id,
      payment_method: null,
      reason: null,
      receipt_number: null,
      source_transfer_reversal: null,
      status: this.refundStatus,
      transfer_reversal: null,
    };
    this.refunds.unshift(refund);
    this.#addEvent('refund.created', { ...refund });
    return refund;
  }

  /** Answers a repeated key as the first time; with other parameters, it refuses. What it refuses is not kept. */
  #once(key: string | undefined, params: Params, work: () => object): Answer {
    const text = JSON.stringify([...params]);
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known && known.params !== text)
      throw new Refused(400, {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (known) return known.answer;
    const answer = { status: 200, body: structuredClone(work()) };
    if (key !== undefined) this.#answers.set(key, { params: text, answer });
    return answer;
  }

  async #answer(request: FastifyRequest, reply: FastifyReply, work: (params: Params) => object): Promise<unknown> {
    const params: Params = new Map(Object.entries((request.body ?? request.query) as Record<string, string>));
    const key = request.headers['idempotency-key'];
    this.requests.push({
      name: `${request.method} ${request.routeOptions.url}`,
      key: typeof key === 'string' ? key : undefined,
      params,
    });
    reply.header('request-id', createId('req'));
    const fail = (status: number, type: string, message: string) =>
      reply.code(status).send({ error: { type, message } });
    switch (this.fault) {
      case 'dead':
        request.raw.socket.destroy();
        return reply.hijack();
      case 'silent':
        return reply.hijack();
      case 'garbage':
        return reply.send({ hello: 'world' });
      case 'html':
        return reply.type('text/html').send('<title>A proxy</title>');
      case 'unauthorized':
        return fail(401, 'invalid_request_error', `Invalid API Key provided: sk_test_****`);
      case 'failing':
        return fail(500, 'api_error', 'Something went wrong on our end.');
      case 'limited':
        return fail(429, 'invalid_request_error', 'Too many requests.');
      case 'locked':
        return fail(409, 'invalid_request_error', 'There is currently another in-progress request using this key.');
      case undefined:
    }
    if (request.headers.authorization !== `Bearer ${this.#options.secretKey}`)
      return fail(401, 'invalid_request_error', 'Invalid API Key provided: sk_test_****');
    try {
      const unknown =
        request.method === 'POST' ? [...params.keys()].find((name) => !KNOWN_PARAMS.test(name)) : undefined;
      if (unknown !== undefined) refuse(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown);
      const { status, body } = this.#once(
        request.method === 'POST' ? (key as string | undefined) : undefined,
        params,
        () => work(params),
      );
      if (this.lostAnswers > 0) {
        this.lostAnswers -= 1;
        request.raw.socket.destroy();
        return reply.hijack();
      }
      return await reply.code(status).send(body);
    } catch (error) {
      if (error instanceof Refused) return reply.code(error.status).send({ error: error.error });
      throw error;
    }
  }

  #addRoutes(): void {
    const app = this.#app;
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    app.post('/v1/checkout/sessions', (request, reply) =>
      this.#answer(request, reply, (params) => this.#createSession(params)),
    );
    app.get<{ Params: { id: string } }>('/v1/checkout/sessions/:id', (request, reply) =>
      this.#answer(request, reply, (params) => {
        const session = this.#getSession(request.params.id);
        const intent = params.get('expand[0]') === 'payment_intent' ? this.#findIntent(session) : undefined;
        return intent ? { ...session, payment_intent: intent } : session;
      }),
    );
    app.post<{ Params: { id: string } }>('/v1/checkout/sessions/:id/expire', (request, reply) =>
      this.#answer(request, reply, () => {
        const session = this.#getSession(request.params.id);
        if (session.status !== 'open')
          refuse(`Only Checkout Sessions with a status in ["open"] can be expired.`, 'resource_invalid_state');
        this.expire(session.id);
        return session;
      }),
    );
    app.post('/v1/refunds', (request, reply) =>
      this.#answer(request, reply, (params) => {
        const intent = this.#getIntent(params.get('payment_intent') ?? '');
        const amount = params.has('amount') ? Number(params.get('amount')) : intent.amount;
        return this.#createRefund({ intent, amount, metadata: listParams(params, 'metadata') });
      }),
    );
    app.get('/v1/refunds', (request, reply) =>
      this.#answer(request, reply, (params) => ({
        object: 'list',
        url: '/v1/refunds',
        has_more: false,
        data: this.refunds.filter(({ payment_intent: id }) => id === params.get('payment_intent')),
      })),
    );
    app.get<{ Params: { id: string } }>('/c/pay/:id', ({ params: { id } }, reply) =>
      reply.type('text/html').send(this.#renderPage(this.#getSession(id), '')),
    );
    app.post<{ Params: { id: string }; Body: { outcome?: string } }>(
      '/c/pay/:id',
      ({ params: { id }, body }, reply) => {
        if (body.outcome === 'declined') {
          this.pay(id, 'declined');
          return reply.type('text/html').send(this.#renderPage(this.#getSession(id), 'Your card was declined.'));
        }
        this.pay(id);
        return reply.redirect(this.#getSession(id).success_url ?? '', 303);
      },
    );
  }

  #renderPage({ amount_total: total, cancel_url: back }: Session, notice: string): string {
    return `<!doctype html><html lang="en"><title>Fake Stripe</title><link rel="icon" href="data:,"><h1>Pay $${((total ?? 0) / 100).toFixed(2)}</h1><p role="alert">${notice}</p>
<form method="post"><button name="outcome" value="paid">Pay</button> <button name="outcome" value="declined">Decline</button></form><p><a href="${escapeHtml(back ?? '')}">Back</a></p></html>`;
  }
}
