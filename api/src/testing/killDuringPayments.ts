import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Order, StaffOrder } from '@shop/contracts';
import { addMs, DAY_MS } from '../clock';
import type { Database } from '../database/Database';
import { reconcilePayments } from '../modules/payments/reconcilePayments';
import { createStripeProvider } from '../modules/payments/stripeProvider';
import { insertStaffSession, putStaff } from '../modules/staff/staffRepository';
import { hashSecret } from '../secrets';
import { compareLedgers, type LedgerReport } from './compareLedgers';
import { FakeStripe } from './FakeStripe';
import { KilledApi, type Answer, type KillPlace } from './KilledApi';
import { StripePost } from './StripePost';
import { anOrderBy, testConfig } from './testApp';

const CLIENTS = 10;
const MIN_UPTIME_MS = 200;
const MAX_UPTIME_MS = 2_500;
const RING = 'ring-halo';
const CENTS = 32_000;
const STOCK = 1_000_000;
const MAX_PIECES = 3;
const [SECRET_KEY, WEBHOOK_SECRET] = ['sk_test_kills', 'whsec_kills'];
const STAFF_SECRET = 'session-of-somebody-who-sends-and-refunds';
const AS_STAFF = { headers: { cookie: `staff=${STAFF_SECRET}` } };
/** How often a guest looks whether the order is paid. */
const LOOKS = 20;
const LOOK_MS = 100;
/** In which the API's queue sends what is due: it looks once a second. */
const CALM_MS = 2_500;
const MAX_CALM_ROUNDS = 30;

const clock = { now: () => new Date() };
const chance = (share: number): boolean => Math.random() < share;
const choose = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)] as Value;

/** Result of the kills. */
export interface PaymentKillReport extends LedgerReport {
  readonly kills: number;
  /** Requests that got no response because of a kill; each was repeated until it got one. */
  readonly unanswered: number;
  /** Acknowledged by the shop. */
  readonly messages: number;
  readonly messagesRepeated: number;
  readonly messagesLost: number;
}

/** A guest, and the staff that serves the order. */
class Purchase {
  readonly quantity = 1 + randomInt(MAX_PIECES);
  readonly key = randomUUID();
  number = '';
  #cookie = '';

  constructor(
    private readonly api: KilledApi,
    private readonly stripe: FakeStripe,
  ) {}

  async place(): Promise<void> {
    const answer = await this.api.call<{ order: Order }>('POST', '/orders', {
      headers: { 'idempotency-key': this.key },
      body: anOrderBy(this.key, {
        items: [{ product_id: RING, variant_id: null, quantity: this.quantity }],
        payment_method: 'global',
        expected_total: (CENTS * this.quantity) / 100,
      }),
    });
    this.number = this.#read(answer).order.number;
    this.#cookie = answer.cookies.find((cookie) => cookie.startsWith('guest_orders='))?.split(';')[0] ?? '';
  }

  /** Opens the payment page, with a double click sometimes, and does something there. */
  async pay(): Promise<void> {
    const clicks = Array.from({ length: chance(0.2) ? 2 : 1 }, () => this.#openPage());
    const [sessionId] = await Promise.all(clicks);
    if (sessionId === undefined) return;
    if (chance(0.1)) {
      this.#atPage(sessionId, () => this.stripe.expire(sessionId));
      const nextId = await this.#openPage();
      if (nextId !== undefined) this.#atPage(nextId, () => this.stripe.pay(nextId));
      return;
    }
    if (chance(0.1)) this.#atPage(sessionId, () => this.stripe.pay(sessionId, 'declined'));
    if (chance(0.1)) await this.cancelAsGuest();
    if (chance(0.1)) return; // never pays
    if (chance(0.1))
      this.#atPage(sessionId, () => {
        this.stripe.pay(sessionId, 'later');
        const outcome = chance(0.3) ? 'failed' : 'succeeded';
        setTimeout(() => this.stripe.settle(sessionId, outcome), LOOK_MS);
      });
    else this.#atPage(sessionId, () => this.stripe.pay(sessionId));
  }

  /** Waits for a while until the order is paid: messages come late, or never. */
  async isPaid(): Promise<boolean> {
    for (let look = 0; look < LOOKS; look += 1) {
      const answer = await this.api.call<{ order: Order }>('GET', `/orders/${this.number}`, this.#asGuest());
      if (this.#read(answer).order.status !== 'pending-payment') return true;
      await sleep(LOOK_MS);
    }
    return false;
  }

  async cancelAsGuest(): Promise<void> {
    this.#accept(await this.api.call('POST', `/orders/${this.number}/cancel`, this.#asGuest()));
  }

  async cancelAsStaff(): Promise<void> {
    this.#accept(await this.#callAsStaff('POST', '/cancel', { reason: '' }));
  }

  async shipWhole(): Promise<void> {
    this.#accept(await this.#callAsStaff('POST', '/shipments', { carrier: '', tracking: '' }));
  }

  /** Whoever gets no answer looks what was sent before trying again. */
  async shipPiece(): Promise<void> {
    const readSent = async (): Promise<number> =>
      this.#read(await this.#callAsStaff<{ data: StaffOrder }>('GET')).data.lines[0]?.sent ?? 0;
    const before = await readSent();
    const body = { lines: [{ position: 0, quantity: 1 }], carrier: '', tracking: '' };
    do {
      const answer = await this.api.callOnce('POST', `/admin/orders/${this.number}/shipments`, { ...AS_STAFF, body });
      if (answer) return this.#accept(answer);
    } while ((await readSent()) === before);
  }

  /** Some of the money, or a piece with its money. With a double click sometimes. */
  async refund({ isUndone = false, cents = 1 + randomInt(CENTS * this.quantity) } = {}): Promise<void> {
    const key = randomUUID();
    const lines = chance(0.5) ? [{ position: 0, quantity: 1, restock: chance(0.5) }] : [];
    const body = { amount_cents: lines.length > 0 ? CENTS : cents, lines, reason: '', key };
    const clicks = Array.from({ length: chance(0.2) ? 2 : 1 }, () => this.#callAsStaff('POST', '/refunds', body));
    for (const answer of await Promise.all(clicks)) this.#accept(answer);
    if (isUndone) this.#accept(await this.#callAsStaff('DELETE', `/refunds/${key}`));
  }

  /** Somebody clicks in Stripe's dashboard. */
  refundInDashboard(): void {
    const paid = [...this.stripe.sessions.values()].find(
      ({ success_url: url, payment_status: status }) => status === 'paid' && url?.endsWith(this.number),
    );
    if (!paid || typeof paid.payment_intent !== 'string') return;
    const cents = 1 + randomInt(CENTS);
    if (this.stripe.sumRefunds(paid.payment_intent) + cents <= (paid.amount_total ?? 0))
      this.stripe.refundInDashboard(paid.payment_intent, cents);
  }

  /** Returns the page's id; undefined if there is nothing to pay anymore. */
  async #openPage(): Promise<string | undefined> {
    const answer = await this.api.call<{ url?: string }>('POST', `/orders/${this.number}/payment`, this.#asGuest());
    this.#accept(answer);
    const { url } = answer.body;
    return url?.startsWith(this.stripe.url.href) ? url.slice(url.lastIndexOf('/') + 1) : undefined;
  }

  /** The page may have closed meanwhile. */
  #atPage(sessionId: string, act: () => unknown): void {
    if (this.stripe.sessions.get(sessionId)?.status === 'open') act();
  }

  #asGuest = () => ({ headers: { cookie: this.#cookie } });

  #callAsStaff<Body>(method: string, path = '', body?: object): Promise<Answer<Body>> {
    return this.api.call<Body>(method, `/admin/orders/${this.number}${path}`, { ...AS_STAFF, ...(body && { body }) });
  }

  #read<Body>({ status, body }: Answer<Body>): Body {
    if (status === 200 || status === 201) return body;
    throw new Error(`The order ${this.number} was answered with ${status} ${JSON.stringify(body)}`);
  }

  /** What the order's state rules out is refused. */
  #accept(answer: Answer<unknown>): void {
    if (answer.status !== 409) this.#read(answer);
  }
}

/** One order after another, with all that can happen to it. */
const visit = async (api: KilledApi, stripe: FakeStripe, placed: Map<string, string>): Promise<void> => {
  const purchase = new Purchase(api, stripe);
  await purchase.place();
  placed.set(purchase.key, purchase.number);
  await purchase.pay();
  if (!(await purchase.isPaid())) return;
  const acts: readonly (() => Promise<void> | void)[] = [
    () => purchase.shipWhole(),
    () => purchase.shipPiece(),
    () => purchase.refund(),
    () => purchase.refund(),
    () => purchase.refund({ isUndone: true }),
    () => purchase.cancelAsGuest(),
    () => purchase.cancelAsStaff(),
    () => purchase.refundInDashboard(),
  ];
  for (let act = randomInt(4); act >= 0; act -= 1) {
    stripe.refundStatus = choose(['succeeded', 'pending']);
    // The library tries twice.
    if (chance(0.05)) stripe.lostAnswers = 2;
    await choose(acts)();
  }
};

/** Time passes: refunds are due, and claims of processes that died expire. */
const letTimePass = async (database: Database): Promise<void> => {
  await database.query(
    'UPDATE refunds SET send_after = send_after - $1::interval, claimed_at = claimed_at - $1::interval',
    ['1 hour'],
  );
};

interface Owed {
  readonly number: string;
  readonly cents: number;
}

/** Payments that go back as a whole, and a refund of them failed. */
const findOwed = async (database: Database): Promise<Owed[]> => {
  const { rows } = await database.query<Owed>(
    `SELECT p.order_number AS number, (coalesce(p.received_cents, p.amount_cents) - coalesce(sum(r.amount_cents), 0))::int AS cents
     FROM payments p LEFT JOIN refunds r ON r.payment_id = p.id AND r.state IN ('due', 'sent')
     WHERE p.status = 'refund-due' GROUP BY p.id HAVING coalesce(p.received_cents, p.amount_cents) > coalesce(sum(r.amount_cents), 0)`,
  );
  return rows;
};

const countDue = async (database: Database): Promise<number> =>
  (await database.query<{ due: number }>("SELECT count(*)::int AS due FROM refunds WHERE state = 'due'")).rows[0]
    ?.due ?? 0;

/** Gives back what is owed in another attempt, as the page of the order offers. */
const refundAsStaff = async (api: KilledApi, number: string, cents: number): Promise<void> => {
  const body = { amount_cents: cents, lines: [], reason: '', key: randomUUID() };
  await api.call('POST', `/admin/orders/${number}/refunds`, { ...AS_STAFF, body });
};

/**
 * Kills the API again and again while orders are placed, paid at Stripe, sent, canceled and given back, and compares
 * the shop with what Stripe has in the end.
 */
export const killDuringPayments = async (place: KillPlace, rounds: number): Promise<PaymentKillReport> => {
  const stripe = new FakeStripe({ secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, clock });
  await stripe.listen();
  const api = new KilledApi(place, {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url.href,
  });
  const post = new StripePost(stripe, api);
  try {
    const placed = new Map<string, string>();
    const config = { secretKey: SECRET_KEY, webhookSecrets: [WEBHOOK_SECRET], apiUrl: stripe.url };
    const provider = createStripeProvider({ stripe: config, clock });
    /** The API asks every ten minutes. */
    const reconcile = (database: Database) =>
      reconcilePayments({ database, clock, config: testConfig }, provider, { patienceMs: 0 });

    await api.live();
    await api.open(async (database) => {
      await database.query('UPDATE products SET stock = $1 WHERE id = $2', [STOCK, RING]);
      const now = clock.now();
      const staffId = await putStaff(
        database,
        { id: randomUUID(), email: 'ada@shop.test', name: 'Ada', role: 'owner' },
        now,
      );
      await insertStaffSession(database, {
        id: randomUUID(),
        secretHash: hashSecret(STAFF_SECRET),
        staffId,
        device: '',
        network: '',
        createdAt: now,
        lastSeenAt: now,
        confirmedAt: addMs(now, DAY_MS),
        expiresAt: addMs(now, DAY_MS),
      });
    });
    const posting = post.run();

    /** Half of the kills hit the sending of a refund. */
    const untilKill = async (): Promise<void> => {
      const end = performance.now() + MIN_UPTIME_MS + Math.random() * (MAX_UPTIME_MS - MIN_UPTIME_MS);
      const isRandom = chance(0.5);
      const known = stripe.requests.length + randomInt(4);
      const hasRefunded = () => stripe.requests.slice(known).some(({ name }) => name.endsWith('/v1/refunds'));
      while (performance.now() < end && (isRandom || !hasRefunded())) await sleep(1);
      if (!isRandom) await sleep(randomInt(20));
    };
    await api.killAmid(rounds, {
      clients: CLIENTS,
      visit: () => visit(api, stripe, placed),
      untilKill: () => Promise.race([untilKill(), posting]),
      whileDead: async () => {
        if (!chance(0.3)) return; // it takes as long as the API's start
        stripe.forgetKeys();
        await api.open(async (database) => {
          await letTimePass(database);
          if (chance(0.5)) await reconcile(database);
        });
      },
    });

    // Stripe and the shop come to rest: what failed is given back once more, what is lost is asked for.
    stripe.lostAnswers = 0;
    stripe.refundStatus = 'succeeded';
    let owed: readonly Owed[] = [];
    for (let isQuiet = false, calm = 0; !isQuiet; calm += 1) {
      if (calm === MAX_CALM_ROUNDS) throw new Error('The shop and Stripe do not come to rest');
      await api.live(async () => {
        for (const { number, cents } of owed) await refundAsStaff(api, number, cents);
        await sleep(CALM_MS);
      });
      isQuiet = await api.open(async (database) => {
        await letTimePass(database);
        await reconcile(database);
        owed = await findOwed(database);
        const isWaiting = stripe.refunds.some(({ status }) => status === 'pending');
        return !isWaiting && post.isIdle && owed.length === 0 && (await countDue(database)) === 0;
      });
    }
    post.close();
    await posting;
    return {
      kills: rounds,
      unanswered: api.unanswered,
      messages: post.messages,
      messagesRepeated: post.repeated,
      messagesLost: post.lost,
      ...(await api.open((database) => compareLedgers(database, stripe, { placed, product: RING, stock: STOCK }))),
    };
  } finally {
    post.close();
    await stripe.close();
  }
};
