import { randomUUID } from 'node:crypto';
import type { PaymentMethod } from '@shop/contracts';
import { anOperatorNamed } from '../audit/Actor';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../clock';
import type { Database, Queryable } from '../database/Database';
import { ShopError } from '../http/ShopError';
import { createApiMetrics } from '../observability/apiMetrics';
import { cancelOrder, cancelUnpaidOrders } from '../modules/orders/cancelOrder';
import { findOrder } from '../modules/orders/ordersRepository';
import { payOrder } from '../modules/orders/payOrder';
import { placeOrder } from '../modules/orders/placeOrder';
import { prolongOrder } from '../modules/orders/prolongOrder';
import { readProgress } from '../modules/orders/readProgress';
import { refundOrder, undoRefund } from '../modules/orders/refundOrder';
import { shipLines } from '../modules/orders/shipLines';
import {
  PaymentRefused,
  type PaymentEvent,
  type PaymentProvider,
  type ProviderRefund,
} from '../modules/payments/PaymentProvider';
import { receivePaymentEvent } from '../modules/payments/receivePaymentEvent';
import { findReceived, findRefunds } from '../modules/payments/refundsRepository';
import { sendDueRefunds } from '../modules/payments/sendDueRefunds';
import { startPayment } from '../modules/payments/startPayment';
import { anOrderBody, testConfig } from './testApp';

/** A small generator of numbers from 0 to 1, the same for the same seed. */
const createRandom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const ITEMS = [
  { product_id: 'ring-halo', variant_id: null },
  { product_id: 'bracelet-bangle', variant_id: null },
  { product_id: 'ring-eternity', variant_id: '54-mm' },
] as const;
const STOCK = 40;
const METHODS: readonly PaymentMethod[] = ['bank', 'global', 'cash'];
const FIRST = new Date('2026-11-21T12:00:00Z');
/** No limit is in the way: others test them. */
const limits = { consume: async () => undefined, restore: async () => undefined };

/** A provider with a ledger of its own, which refuses, answers late or not at all as it is told. */
class LedgerProvider implements PaymentProvider {
  readonly name = 'ledger';
  /** By the shop's refund id. */
  readonly sent = new Map<string, ProviderRefund & { readonly paymentId: string }>();
  mood: 'sends' | 'pending' | 'refuses' | 'sends and dies' | 'dies' = 'sends';

  start = async ({ paymentId }: { readonly paymentId: string }) => ({ url: 'http://ledger.test', pageId: paymentId });
  close = async () => undefined;
  readEvent = () => undefined;

  async refund({ refundId, paymentId, amountCents, currency }: Parameters<PaymentProvider['refund']>[0]) {
    if (this.mood === 'refuses') throw new PaymentRefused('refused');
    if (this.mood === 'dies') throw new Error('no answer');
    const state = this.mood === 'pending' ? ('pending' as const) : ('succeeded' as const);
    const before = this.sent.get(refundId);
    const refund = before ?? { id: `re_${refundId}`, refundId, paymentId, amountCents, currency, state, reason: '' };
    this.sent.set(refundId, refund);
    if (this.mood === 'sends and dies') throw new Error('no answer');
    return refund;
  }

  async ask({ paymentId }: { readonly paymentId: string }): Promise<PaymentEvent[]> {
    return [...this.sent.values()]
      .filter((refund) => refund.paymentId === paymentId)
      .map((refund) => ({ id: randomUUID(), payment: { id: paymentId }, kind: 'refund-changed', refund }));
  }
}

interface Totals {
  /** What was tried, by name, and how much of it the shop refused. */
  readonly steps: Map<string, { done: number; refused: number }>;
}

interface Walk {
  readonly runs: number;
  readonly seed: number;
  /** When each order is placed. */
  readonly first?: Date;
  /** Checks more after each step. */
  readonly afterStep?: (now: Date) => Promise<void>;
}

/**
 * Walks random histories of orders on the shop's rules, and checks after each that stock and money add up and nothing
 * is sent twice. Throws with the history's seed.
 */
export const walkOrderHistories = async (
  database: Database,
  { runs, seed, first = FIRST, afterStep }: Walk,
): Promise<Totals> => {
  let now = first;
  const clock = { now: () => now };
  const provider = new LedgerProvider();
  const config = { ...testConfig, payments: { provider: 'sandbox' as const, webhookSecret: '' } };
  const metrics = createApiMetrics();
  const context = { database, clock, config, limits, metrics, provider };
  const steps: Totals['steps'] = new Map();

  const walkOne = async (random: () => number): Promise<void> => {
    const choose = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
    const upTo = (max: number): number => 1 + Math.floor(random() * max);
    now = first;
    provider.mood = 'sends';
    provider.sent.clear();
    for (const table of ['orders', 'mails', 'idempotency_keys', 'counters'])
      await database.query(`DELETE FROM ${table}`);
    const ids = ITEMS.map(({ product_id: id }) => id);
    await database.query('UPDATE products SET stock = $1, held = 0 WHERE id = ANY($2)', [STOCK, ids]);
    await database.query('UPDATE product_variants SET stock = $1, held = 0 WHERE product_id = ANY($2)', [STOCK, ids]);

    const method = choose(METHODS);
    const { rows: priced } = await database.query<{ cents: number }>(
      `SELECT coalesce((SELECT price_cents FROM product_variants v WHERE v.product_id = i.product_id AND v.id = i.variant_id),
         (SELECT price_cents FROM products p WHERE p.id = i.product_id)) AS cents
       FROM json_to_recordset($1) AS i(product_id text, variant_id text)`,
      [JSON.stringify(ITEMS)],
    );
    const items = ITEMS.flatMap((item, index) =>
      index === 0 || random() < 0.5 ? [{ ...item, index, quantity: upTo(3) }] : [],
    );
    const subtotal = items.reduce((sum, { index, quantity }) => sum + (priced[index]?.cents ?? 0) * quantity, 0);
    const isDiscounted = random() < 0.4;
    const order = await placeOrder(
      context,
      anOrderBody({
        items: items.map(({ product_id, variant_id, quantity }) => ({ product_id, variant_id, quantity })),
        payment_method: method,
        coupon_code: isDiscounted ? 'TENTH' : null,
        expected_total: (subtotal - (isDiscounted ? Math.round(subtotal / 10) : 0)) / 100,
      }),
      randomUUID(),
      { accountId: null, ip: '203.0.113.1', holder: 'holder', knownCode: undefined, mailboxProofs: [] },
    );
    const { number } = order;
    const owner = { accountId: null, guestNumbers: [number] };
    const by = () => ({ actor: anOperatorNamed('grace'), now });
    const inTransaction = (work: (connection: Queryable) => Promise<unknown>) => database.transaction(work);
    const pieces = () =>
      items.flatMap((_item, position) =>
        random() < 0.6 ? [{ position, quantity: random() < 0.8 ? 1 : upTo(3), restock: random() < 0.7 }] : [],
      );
    /** Mostly less than is left. */
    const someCents = async (): Promise<number> =>
      upTo(Math.max(1, ...(await findReceived(database, number)).map(({ leftCents }) => leftCents)) * 1.2);
    const paymentIds: string[] = [];
    const findPaymentIds = async (): Promise<void> => {
      const { rows } = await database.query<{ id: string }>("SELECT id FROM payments WHERE provider = 'ledger'");
      paymentIds.splice(0, Infinity, ...rows.map(({ id }) => id));
    };
    const tell = async (event: Record<string, unknown>): Promise<void> => {
      await findPaymentIds();
      if (paymentIds.length === 0) throw new ShopError('PAYMENT_NOT_FOUND');
      const id = random() < 0.2 ? 'the same' : randomUUID();
      await receivePaymentEvent(context, 'ledger', {
        id,
        payment: { id: choose(paymentIds) },
        ...event,
      } as PaymentEvent);
    };
    const moods: readonly LedgerProvider['mood'][] = ['sends', 'sends', 'pending', 'refuses', 'sends and dies', 'dies'];

    const acts: Readonly<Record<string, () => Promise<unknown>>> = {
      'record a transfer': () => inTransaction((connection) => payOrder(context, connection, number, by())),
      'open the payment page': () => startPayment(context as never, provider, number, owner, { warn: () => undefined }),
      'tell that it is paid': () =>
        tell({ kind: 'succeeded', amountCents: Math.round(order.total * 100), currency: 'USD', reference: null }),
      'tell another amount': () =>
        tell({ kind: 'succeeded', amountCents: upTo(900), currency: 'USD', reference: null }),
      'tell that it failed': () => tell({ kind: choose(['failed', 'expired']), pageId: null }),
      'ship some': () =>
        inTransaction((connection) => shipLines(context, connection, number, { ...by(), lines: pieces() })),
      'ship the rest': () => inTransaction((connection) => shipLines(context, connection, number, by())),
      'refund lines': async () => {
        const amountCents = await someCents();
        await inTransaction((connection) =>
          refundOrder(context, connection, number, { ...by(), amountCents, lines: pieces(), reason: '' }),
        );
      },
      'refund an amount': async () => {
        const amountCents = await someCents();
        await inTransaction((connection) =>
          refundOrder(context, connection, number, { ...by(), amountCents, lines: [], reason: '' }),
        );
      },
      'give lines back by hand': async () => {
        const amountCents = await someCents();
        await inTransaction((connection) =>
          refundOrder(context, connection, number, { ...by(), amountCents, lines: pieces(), reason: '', byHand: true }),
        );
      },
      'take a refund back': async () => {
        const refunds = await findRefunds(database, number);
        if (refunds.length === 0) throw new ShopError('ORDER_NOT_FOUND');
        await inTransaction((connection) => undoRefund(connection, number, choose(refunds).id, by()));
      },
      'send what is due': async () => {
        provider.mood = choose(moods);
        now = addMs(now, choose([0, 11_000, 10 * MINUTE_MS]));
        await sendDueRefunds(context);
      },
      'tell what became of a refund': async () => {
        const [refund] = [...provider.sent.values()].slice(-1);
        if (!refund) throw new ShopError('PAYMENT_NOT_FOUND');
        const state = choose(['succeeded', 'failed', 'pending'] as const);
        // One that has failed gave nothing back, and never will.
        if (state === 'failed') provider.sent.delete(refund.refundId ?? '');
        await receivePaymentEvent(context, 'ledger', {
          id: randomUUID(),
          payment: { id: refund.paymentId },
          kind: 'refund-changed',
          refund: { ...refund, state, reason: state === 'failed' ? 'the account is closed' : '' },
        });
      },
      'cancel as the customer': () =>
        cancelOrder(context, number, owner, { actor: { kind: 'shopper', id: null, name: 'Guest', network: null } }),
      'cancel what is not paid': async () => {
        now = addMs(now, choose([HOUR_MS, 10 * DAY_MS]));
        await cancelUnpaidOrders(context);
      },
      'keep it longer': () =>
        inTransaction((connection) => prolongOrder(context, connection, number, { ...by(), days: upTo(14) })),
    };

    /** Pieces and cents after the steps. */
    const check = async (): Promise<void> => {
      const current = await findOrder(database, number, owner);
      if (!current) throw new Error('the order is gone');
      const progress = await readProgress(database, current);
      const refunds = await findRefunds(database, number);
      const { rows: stocks } = await database.query<{
        product_id: string;
        variant_id: string | null;
        stock: number;
        held: number;
      }>(
        `SELECT id AS product_id, NULL AS variant_id, stock, held FROM products UNION ALL SELECT product_id, id, stock, held FROM product_variants`,
      );
      const { rows: holds } = await database.query<{ holds: boolean }>('SELECT holds_stock AS holds FROM orders');
      current.lines.forEach((line, position) => {
        const applied = (isBack: boolean): number =>
          refunds
            .filter(({ appliedAt }) => appliedAt !== null)
            .flatMap(({ lines }) => lines)
            .reduce(
              (sum, piece) => sum + (piece.position === position && piece.restock === isBack ? piece.quantity : 0),
              0,
            );
        const waiting = refunds
          .filter(({ appliedAt, state }) => appliedAt === null && state === 'due')
          .flatMap(({ lines }) => lines)
          .reduce((sum, piece) => sum + (piece.position === position ? piece.quantity : 0), 0);
        const out = current.status === 'canceled' ? applied(false) + waiting : line.quantity - applied(true);
        const stored = stocks.find((row) => row.product_id === line.product_id && row.variant_id === line.variant_id);
        if (stored?.stock !== STOCK - out)
          throw new Error(`line ${position}: ${stored?.stock} in stock instead of ${STOCK - out}`);
        if (stored.stock < 0 || stored.stock > STOCK) throw new Error(`the stock is ${stored.stock}`);
        if (stored.held !== (holds[0]?.holds ? line.quantity : 0)) throw new Error(`${stored.held} are held`);
        const { sent = 0, refunded = 0, ordered = 0 } = progress[position] ?? {};
        if (sent > ordered) throw new Error(`${sent} of ${ordered} pieces were sent`);
        if (refunded > ordered) throw new Error(`${refunded} of ${ordered} pieces were refunded`);
        if (current.status === 'canceled' && sent > 0) throw new Error('sent and canceled');
      });
      for (const payment of await findReceived(database, number)) {
        const own = refunds.filter(({ paymentId }) => paymentId === payment.id);
        const back = own.reduce((sum, { state, amountCents }) => sum + (state === 'sent' ? amountCents : 0), 0);
        const due = own.reduce((sum, { state, amountCents }) => sum + (state === 'due' ? amountCents : 0), 0);
        if (back + due > payment.receivedCents)
          throw new Error(`${back + due} of ${payment.receivedCents} cents go back`);
        if (payment.leftCents !== payment.receivedCents - back - due)
          throw new Error(`${payment.leftCents} cents are left`);
        if (payment.status === 'refunded' && back !== payment.receivedCents)
          throw new Error('called refunded, and is not');
        const atProvider = [...provider.sent.values()].filter(({ paymentId }) => paymentId === payment.id);
        const given = atProvider.reduce((sum, { amountCents }) => sum + amountCents, 0);
        const byHand = own.reduce(
          (sum, { state, providerId, amountCents }) =>
            sum + (state === 'sent' && providerId === null ? amountCents : 0),
          0,
        );
        const online = back - byHand;
        // The provider may have sent what the shop does not know of yet, but nothing beside it.
        if (given > online + due || (payment.provider === 'ledger' && given < online))
          throw new Error(`the provider sent ${given} cents, the shop counts ${online} sent and ${due} due`);
      }
      const isWaiting = progress.some(({ toSend }) => toSend > 0);
      if (current.status === 'shipped' && isWaiting) throw new Error('shipped, and something is left to send');
    };

    const done: string[] = [];
    const names = [...Object.keys(acts), 'refund an amount', 'refund lines', 'send what is due', 'send what is due'];
    /** Most orders are paid soon; the rest of their history is then a longer one. */
    const paidOnline = ['open the payment page', 'tell that it is paid'];
    const refunded = ['refund an amount', 'send what is due', 'tell what became of a refund'];
    const beginning =
      random() < 0.2
        ? []
        : method === 'bank'
          ? ['record a transfer']
          : random() < 0.3
            ? paidOnline.slice(0, 1)
            : [...paidOnline, ...(random() < 0.4 ? refunded : [])];
    try {
      for (let step = upTo(12); step > 0; step -= 1) {
        const name = beginning.shift() ?? choose(names);
        done.push(name);
        const counted = steps.get(name) ?? { done: 0, refused: 0 };
        steps.set(name, counted);
        await acts[name]?.().then(
          () => (counted.done += 1),
          (error: unknown) => {
            if (!(error instanceof ShopError)) throw error;
            counted.refused += 1;
          },
        );
        await check();
        await afterStep?.(now);
      }
      // In the end the provider answers, and all that is due is sent.
      provider.mood = 'sends';
      for (let round = 0; round < 6; round += 1) {
        now = addMs(now, 2 * HOUR_MS);
        await sendDueRefunds(context);
      }
      await check();
      const left = (await findRefunds(database, number)).filter(({ state }) => state === 'due');
      if (left.length > 0) throw new Error(`${left.length} refunds are still due`);
    } catch (error) {
      throw new Error(
        `after ${method}, ${done.join(', ')}: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );
    }
  };

  await database.query("INSERT INTO coupons (code, kind, amount, minimum_cents) VALUES ('TENTH', 'percent', 10, 0)");
  for (let run = 0; run < runs; run += 1)
    await walkOne(createRandom(seed + run)).catch((error: unknown) => {
      throw new Error(`history ${seed + run} ${error instanceof Error ? error.message : ''}`, { cause: error });
    });
  return { steps };
};
