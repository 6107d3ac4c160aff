import type { FastifyInstance } from 'fastify';
import { anOperatorNamed } from '../../audit/Actor';
import { addMs, MINUTE_MS } from '../../clock';
import type { Database, Queryable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { anOrderBody, buildTestApp, newKey, testConfig } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { cancelOrder } from '../orders/cancelOrder';
import { refundOrder } from '../orders/refundOrder';
import { shipLines } from '../orders/shipLines';
import type { PaymentEvent, PaymentProvider, ProviderRefund } from './PaymentProvider';
import { receivePaymentEvent } from './receivePaymentEvent';
import { sendDueRefunds } from './sendDueRefunds';

const NOON = new Date('2026-11-21T12:00:00Z');
const STOCK = 50;
/** Two halo rings. */
const CENTS = 64_000;

class Dead extends Error {}

/** A process that dies before its `step`th step: a query, a commit, or a call of the provider. */
class Process {
  private left: number;
  constructor(step: number) {
    this.left = step;
  }

  /** Dies, and does nothing from then on. */
  readonly step = (): void => {
    if (this.left <= 0) throw new Dead();
    this.left -= 1;
  };

  connect(database: Database): Database {
    const watch = (connection: Queryable): Queryable => ({
      isPrimary: connection.isPrimary,
      query: (async (...args: Parameters<Queryable['query']>) => {
        this.step();
        return connection.query(...args);
      }) as Queryable['query'],
    });
    return {
      ...database,
      ...watch(database),
      transaction: async (work) => {
        const result = await database.transaction(async (connection) => {
          const done = await work(watch(connection));
          this.step(); // before the commit
          return done;
        });
        this.step(); // after the commit, before anybody is told
        return result;
      },
    };
  }
}

/** What the provider has done, whoever of the shop has died. */
const createLedger = () => {
  const sent = new Map<string, ProviderRefund>();
  const connect = ({ step }: Process): PaymentProvider => ({
    name: 'ledger',
    start: () => Promise.reject(new Error('not here')),
    close: async () => undefined,
    readEvent: () => undefined,
    refund: async ({ refundId, amountCents, currency }) => {
      step(); // before the provider hears of it
      const refund = sent.get(refundId) ?? {
        id: `re_${refundId}`,
        refundId,
        amountCents,
        currency,
        state: 'succeeded',
        reason: '',
      };
      sent.set(refundId, refund);
      step(); // before the shop hears of it
      return refund;
    },
    ask: async ({ paymentId }) => {
      step();
      return [...sent.values()].map((refund) => ({
        id: `asked-${refund.id}`,
        payment: { id: paymentId },
        kind: 'refund-changed',
        refund,
      }));
    },
  });
  return { sent, connect };
};

describe.each(databaseKinds)('a process that dies on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = NOON;
  const clock = { now: () => now };
  const by = () => ({ actor: anOperatorNamed('grace'), now });
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const place = async (): Promise<string> => {
    now = NOON;
    for (const table of ['counters', 'orders', 'mails', 'payment_events', 'idempotency_keys'])
      await database.query(`DELETE FROM ${table}`);
    await database.query("UPDATE products SET stock = $1, held = 0 WHERE id = 'ring-halo'", [STOCK]);
    const placed = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({
        items: [{ product_id: 'ring-halo', variant_id: null, quantity: 2 }],
        payment_method: 'global',
        expected_total: CENTS / 100,
      }),
    });
    const { number } = placed.json().order;
    await database.query(
      `INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at) VALUES ('pay', $1, 'ledger', 'open', $2, $3)`,
      [number, CENTS, NOON],
    );
    return number;
  };

  /**
   * The order is paid, one ring goes back, and the other is sent or the order canceled. Whoever was not answered
   * repeats the request; the provider repeats its message.
   */
  const live = async (number: string, end: 'sent' | 'canceled', process: Process, provider: PaymentProvider) => {
    const context = { database: process.connect(database), clock, config: testConfig, provider };
    const paid: PaymentEvent = {
      id: 'evt-paid',
      payment: { id: 'pay' },
      kind: 'succeeded',
      amountCents: CENTS,
      currency: 'USD',
      reference: null,
    };
    const steps = [
      () => receivePaymentEvent(context, 'ledger', paid),
      () =>
        context.database.transaction((connection) =>
          refundOrder(context, connection, number, {
            ...by(),
            amountCents: CENTS / 2,
            lines: [{ position: 0, quantity: 1, restock: true }],
            reason: '',
            key: 'the key of the refund',
          }),
        ),
      async () => {
        now = addMs(now, 3 * MINUTE_MS);
        await sendDueRefunds(context);
      },
      () =>
        end === 'canceled'
          ? cancelOrder(context, number, { accountId: null, guestNumbers: [number] }, by())
          : context.database.transaction((connection) => shipLines(context, connection, number, by())),
      async () => {
        now = addMs(now, 3 * MINUTE_MS);
        await sendDueRefunds(context);
      },
    ];
    for (const step of steps)
      await step().catch((error: unknown) => {
        // What was done before is refused, or does nothing.
        if (!(error instanceof ShopError)) throw error;
      });
  };

  test.each(['sent', 'canceled'] as const)(
    'between any two of its steps charges, sends and refunds nothing twice, and loses nothing: the order is %s in the end',
    async (end) => {
      let deaths = 0;
      for (let step = 0; ; step += 1) {
        const number = await place();
        const ledger = createLedger();
        const mortal = new Process(step);
        const hasDied = await live(number, end, mortal, ledger.connect(mortal)).then(
          () => false,
          (error: unknown) => {
            if (error instanceof Dead) return true;
            throw error;
          },
        );
        const next = new Process(Infinity);
        await live(number, end, next, ledger.connect(next));
        await live(number, end, next, ledger.connect(next));

        const { rows } = await database.query(
          `SELECT o.status, p.status AS payment, (SELECT stock FROM products WHERE id = 'ring-halo') AS stock,
             (SELECT sum((l ->> 'quantity')::int)::int FROM shipments s, jsonb_array_elements(s.lines) l) AS sent,
             (SELECT count(*)::int FROM mails WHERE subject LIKE '%is paid') AS paid_mails,
             (SELECT count(*)::int FROM mails WHERE subject LIKE '%refund for%') AS refund_mails,
             (SELECT count(*)::int FROM refunds WHERE state = 'sent') AS refunds
           FROM orders o JOIN payments p ON p.order_number = o.number`,
        );
        const given = [...ledger.sent.values()].reduce((sum, { amountCents }) => sum + amountCents, 0);
        const isCanceled = end === 'canceled';
        expect({ step, given, ...rows[0] }).toEqual({
          step,
          given: isCanceled ? CENTS : CENTS / 2,
          status: isCanceled ? 'canceled' : 'shipped',
          payment: isCanceled ? 'refunded' : 'paid',
          stock: isCanceled ? STOCK : STOCK - 1,
          sent: isCanceled ? null : 1,
          paid_mails: 1,
          refund_mails: isCanceled ? 2 : 1,
          refunds: isCanceled ? 2 : 1,
        });
        if (!hasDied) break;
        deaths += 1;
      }
      expect(deaths).toBeGreaterThan(50);
    },
    600_000,
  );
});
