import type { AppContext } from '../../AppContext';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey, testConfig } from '../../testing/testApp';
import { openTestDatabase } from '../../testing/testDatabase';
import type { PaymentConfig } from '../settings/readSettings';
import { describeUnavailable, listPaymentOptions } from './paymentOptions';

const aConfig = (provider: PaymentConfig['provider']): PaymentConfig => ({
  provider,
  bankAccount: 'Bank, account 1',
  isOff: { bank: false, global: false, cash: false },
});

test.each(['sandbox', 'none'] as const)(
  'with %s, bank transfer comes first, under no other name (product 7.3)',
  (provider) => {
    expect(listPaymentOptions(aConfig(provider))).toEqual([
      { method: 'bank', available: true },
      { method: 'global', available: provider === 'sandbox' },
      { method: 'cash', available: true },
    ]);
  },
);

test('with Stripe, cards and wallets come first and say what they are (product 7.22)', () => {
  expect(listPaymentOptions(aConfig('stripe'))).toEqual([
    { method: 'global', available: true, label: 'Card, Apple Pay, Google Pay' },
    { method: 'bank', available: true },
    { method: 'cash', available: true },
  ]);
});

test('what staff have switched off is not named (product 19.15)', () => {
  const isOff = { bank: false, global: true, cash: true };
  expect(listPaymentOptions({ ...aConfig('stripe'), isOff })).toEqual([{ method: 'bank', available: true }]);
  expect(describeUnavailable({ ...aConfig('stripe'), isOff }, 'cash')).toBe(
    'Cash is not available. Choose bank transfer.',
  );
});

test('what cannot be taken is refused with what can (product 7.22)', () => {
  const noBank = { ...aConfig('none'), bankAccount: undefined };
  expect([
    describeUnavailable(aConfig('none'), 'global'),
    describeUnavailable(noBank, 'bank'),
    describeUnavailable({ ...noBank, provider: 'stripe' }, 'bank'),
    describeUnavailable(noBank, 'cash'),
  ]).toEqual([
    'Online payment is not available. Choose bank transfer or cash.',
    'Bank transfer is not available. Choose cash.',
    'Bank transfer is not available. Choose online payment or cash.',
    undefined,
  ]);
});

describe('an order by bank transfer', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('PGlite');
  });
  afterAll(() => database.close());

  const order = async (bankAccount: string | undefined) => {
    const config: AppContext['config'] = { ...testConfig, bankAccount };
    const app = await buildTestApp(database, config);
    const answers = [
      await app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody(),
      }),
      await app.inject('/api/payment-methods'),
    ].map((response) => response.json());
    await app.close();
    return { placed: answers[0], methods: answers[1].data };
  };

  test('says to which account (product 7.6)', async () => {
    const { placed } = await order('Oriel Trust, account 42');
    expect(placed.order.payment_instructions.split('\n')).toEqual([
      `Please transfer the total to our account and give ${placed.order.number} as the reference.`,
      'Bank: Oriel Trust, account 42.',
      "We ship as soon as the money has arrived. We'll hold your order for 24 hours.",
    ]);
  });

  test('is refused by its field, and not offered, without one (product 7.22)', async () => {
    const { placed, methods } = await order(undefined);
    expect(placed).toMatchObject({
      code: 'INVALID_ORDER',
      fields: { payment_method: 'Bank transfer is not available. Choose online payment or cash.' },
    });
    expect(methods).toContainEqual({ method: 'bank', available: false });
  });
});
