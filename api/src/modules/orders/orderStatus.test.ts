import type { OrderStatus, PaymentMethod } from '@shop/contracts';
import type { Database } from '../../database/Database';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { hasBought } from '../reviews/reviewsRepository';
import { findForgottenHolds, findUnpaidOrders, hasPaidOrder } from './ordersRepository';
import { findStock } from './stockRepository';

const PLACED = new Date('2026-11-20T08:00:00Z');

interface Given {
  readonly status: OrderStatus;
  readonly method?: PaymentMethod;
  readonly holdsStock?: boolean;
  readonly cents?: number;
}

describe.each(databaseKinds)('states of orders on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await database.query(
      "INSERT INTO accounts (id, name, email, phone, created_at) VALUES ('ada', 'Ada', 'ada@example.com', '', now())",
    );
  }, 60_000);
  afterAll(() => database.close());
  beforeEach(() => database.query('DELETE FROM orders'));

  const insertOrder = ({ status, method = 'bank', holdsStock = false, cents = 100 }: Given) =>
    database.query(
      `WITH placed AS (
         INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at, account_id, holds_stock, held_until)
         VALUES ('N-1', $1, 'USD', 100, 100 - $4::int, $4::int, $2, '', '{}', $5, 'ada', $3, $5) RETURNING id)
       INSERT INTO order_lines (order_id, position, product_id, sku, name, image, unit_price_cents, quantity)
       SELECT id, 0, 'ring-halo', 'sku', 'name', 'image', 100, 1 FROM placed`,
      [status, method, holdsStock, cents, PLACED],
    );
  const countSold = async (): Promise<number | undefined> =>
    (await findStock(database, { store: 'jewellery-store', held: false, page: 1, pageSize: 1_000 })).items.find(
      (item) => item.product_id === 'ring-halo',
    )?.sold;

  test.each<[string, Given, { readonly paid: boolean; readonly bought: boolean; readonly sold: number }]>([
    ['waits for its transfer', { status: 'on-hold', holdsStock: true }, { paid: false, bought: false, sold: 0 }],
    [
      'waits for its online payment',
      { status: 'pending-payment', method: 'global', holdsStock: true },
      { paid: false, bought: false, sold: 0 },
    ],
    ['is paid', { status: 'processing' }, { paid: true, bought: true, sold: 1 }],
    [
      'is paid in cash when it arrives',
      { status: 'processing', method: 'cash', holdsStock: true },
      { paid: false, bought: false, sold: 0 },
    ],
    ['has arrived and was paid in cash', { status: 'shipped', method: 'cash' }, { paid: true, bought: true, sold: 1 }],
    ['is canceled', { status: 'canceled' }, { paid: false, bought: false, sold: 0 }],
    // Nobody has paid for it, so it does not lift limits; what it costs is settled all the same.
    ['a coupon covers', { status: 'processing', cents: 0 }, { paid: false, bought: true, sold: 1 }],
    // Its pieces are still counted as held, and must not be counted twice.
    [
      'an earlier release has marked as paid',
      { status: 'processing', holdsStock: true },
      { paid: true, bought: true, sold: 0 },
    ],
    [
      'an earlier release has shipped',
      { status: 'shipped', method: 'cash', holdsStock: true },
      { paid: true, bought: true, sold: 0 },
    ],
  ])('an order that %s', async (_name, given, { paid, bought, sold }) => {
    await insertOrder(given);
    expect(await hasPaidOrder(database, 'ada')).toBe(paid);
    expect(await hasBought(database, 'ring-halo', 'ada')).toBe(bought);
    expect(await countSold()).toBe(sold);
  });

  test.each<[OrderStatus, boolean]>([
    ['shipped', true],
    ['canceled', false],
  ])('an order in %s whose payment was refunded is paid and bought: %s', async (status, isPaid) => {
    await insertOrder({ status, method: 'global' });
    await database.query(
      "INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at) VALUES ($1, 'N-1', 'sandbox', 'refunded', 100, $2)",
      [`payment-${status}`, PLACED],
    );
    expect(await hasPaidOrder(database, 'ada')).toBe(isPaid);
    expect(await hasBought(database, 'ring-halo', 'ada')).toBe(isPaid);
  });

  test.each<[OrderStatus, PaymentMethod, boolean]>([
    ['on-hold', 'bank', true],
    ['pending-payment', 'global', true],
    ['processing', 'cash', true],
    ['processing', 'bank', false],
    ['processing', 'global', false],
    ['shipped', 'cash', false],
    ['canceled', 'bank', false],
  ])('an order in %s by %s that holds stock is canceled at its deadline: %s', async (status, method, isCanceled) => {
    await insertOrder({ status, method, holdsStock: true });
    expect(await findUnpaidOrders(database, PLACED)).toEqual(isCanceled ? ['N-1'] : []);
    expect(await findForgottenHolds(database)).toEqual(isCanceled ? [] : ['N-1']);
  });

  test('an order has no other state', async () => {
    await expect(insertOrder({ status: 'lost' as OrderStatus })).rejects.toThrow('orders_status');
  });
});
