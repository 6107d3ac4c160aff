import type { FastifyInstance } from 'fastify';
import type { Database } from '../src/database/Database';
import type { PaymentProvider } from '../src/modules/payments/PaymentProvider';
import { anOperator } from '../src/testing/anOperator';
import { anOrderBody, buildTestApp, newKey } from '../src/testing/testApp';
import { databaseKinds, openTestDatabase } from '../src/testing/testDatabase';
import { reconcile } from './addPaymentCommands';

const NOON = new Date('2026-11-21T12:00:00Z');

describe.each(databaseKinds)('payments whose messages were lost, on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const placeOpen = async (): Promise<string> => {
    const placed = await app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody({ payment_method: 'global' }),
    });
    const { number } = placed.json().order;
    await database.query(
      `INSERT INTO payments (id, order_number, provider, status, amount_cents, page_id, created_at)
       VALUES ('pay-' || $1, $1, 'sandbox', 'open', 32000, 'page', $2)`,
      [number, NOON],
    );
    return number;
  };
  const aProvider = (ask: PaymentProvider['ask']): PaymentProvider => ({
    name: 'sandbox',
    start: () => Promise.reject(new Error('not here')),
    close: async () => undefined,
    readEvent: () => undefined,
    refund: () => Promise.reject(new Error('not here')),
    ask,
  });
  const readStatus = async (number: string): Promise<string | undefined> =>
    (await database.query<{ status: string }>('SELECT status FROM orders WHERE number = $1', [number])).rows[0]?.status;

  test('are asked for: the order is paid, and asking again changes nothing', async () => {
    const number = await placeOpen();
    const provider = aProvider(async ({ paymentId }) => {
      const event = { id: `asked-${paymentId}`, payment: { id: paymentId } };
      return [{ ...event, kind: 'succeeded', amountCents: 32_000, currency: 'USD', reference: null }];
    });
    const { context, printed } = anOperator(database, { provider });
    await reconcile(context);
    await reconcile(context);
    expect(printed).toEqual(['Asked sandbox about 1 payment.', 'Asked sandbox about 0 payments.']);
    expect(await readStatus(number)).toBe('processing');
  });

  test('stay open while the provider does not answer, and the command says so', async () => {
    const number = await placeOpen();
    const { context, printed } = anOperator(database, {
      provider: aProvider(() => Promise.reject(new Error('no answer'))),
    });
    await expect(reconcile(context)).rejects.toThrow('Not all payments were answered');
    expect(printed).toEqual(['Asked sandbox about 1 payment; 1 were not answered.']);
    expect(await readStatus(number)).toBe('pending-payment');
  });

  test('cannot be asked for without a provider', async () => {
    const { context } = anOperator(database, { provider: undefined });
    await expect(reconcile(context)).rejects.toThrow('There is no online payment provider');
  });
});
