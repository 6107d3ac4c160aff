import type { FastifyInstance } from 'fastify';
import type { Database } from '../src/database/Database';
import { markMailFailed } from '../src/modules/mail/mailsRepository';
import { anOperator } from '../src/testing/anOperator';
import { openDelivery } from '../src/testing/openDelivery';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../src/testing/testApp';
import { databaseKinds, openTestDatabase } from '../src/testing/testDatabase';
import { Visitor } from '../src/testing/Visitor';
import { showOrder } from './showOrder';

const NOW = new Date('2026-11-21T12:00:00Z');
const BANGLE = {
  product_id: 'bracelet-bangle',
  variant_id: null,
  quantity: 1,
  choices: { engraving: { text: 'Always', font: 'script' } },
} as const;
const BANGLE_PRICE = 156 + 25;

describe.each(databaseKinds)('an order that an operator opens on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let apples: { product_id: string; variant_id: string; price: number };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    await openDelivery(database);
    const { rows } = await database.query<typeof apples>(
      `SELECT product_id, id AS variant_id, price_cents / 100.0 AS price FROM product_variants
       WHERE measure ->> 'stepGrams' = '250' AND stock > 10 ORDER BY product_id LIMIT 1`,
    );
    [apples = { product_id: '', variant_id: '', price: 0 }] = rows;
    apples = { ...apples, price: Number(apples.price) };
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    for (const table of ['counters', 'order_holders']) await database.query(`DELETE FROM ${table}`);
  });

  const show = async (number: string, json = false): Promise<string> => {
    const { context, printed } = anOperator(database);
    await showOrder(context, number, { json });
    return printed.join('\n');
  };
  const place = async (overrides: object, visitor = new Visitor(app, database)): Promise<string> => {
    const placed = await visitor.post('/orders', anOrderBody(overrides), {
      headers: { 'idempotency-key': newKey() },
    });
    expect(placed.json()).toMatchObject({ status: true });
    return placed.json().order.number;
  };

  test("a guest's order has what was chosen for each line, its delivery and both addresses", async () => {
    await database.query("INSERT INTO coupons (code, kind, amount) VALUES ('TENTH', 'percent', 10)");
    const total = BANGLE_PRICE + 3 * apples.price;
    const number = await place({
      items: [
        BANGLE,
        { product_id: apples.product_id, variant_id: apples.variant_id, quantity: 3, substitution: 'refund' },
      ],
      billing: { ...anOrderBody().billing, orderNotes: 'Ring twice' },
      shipping_address: {
        ...aPostalAddress,
        ...{ country: 'US', zipCode: '10002', townCity: 'New York', state: 'NY' },
      },
      coupon_code: 'TENTH',
      expected_total: Math.round(total * 90) / 100,
    });
    const text = await show(number);
    for (const line of [
      `Order          ${number}`,
      'Status         on-hold',
      'Placed         2026-11-21 12:00:00 UTC',
      'Customer       guest',
      'Email          ada@example.com',
      'Phone          +1 212 555 0100',
      'Billed to      Ada Lovelace, 12 Analytical Row, 10001 New York, NY, US',
      'Shipped to     Ada Lovelace, 12 Analytical Row, 10002 New York, NY, US, phone +44 20 7946 0000',
      'Notes          Ring twice',
      'Shipping       0.00',
      'Paid by        bank',
      'Refund due     none',
      'No payments.',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/^Kept until +2026-11-21 15:00:00 UTC$/m);
    expect(text).toMatch(
      /^Delivery +2026-11-21 12:00 to 14:00 in New York \(slot \d+\), to Ada Lovelace, 12 Analytical Row, 10002 New York, NY, US$/m,
    );
    expect(text).toMatch(/^Discount +\d+\.\d\d, coupon TENTH$/m);
    expect(text).toMatch(/^Told to pay +\S/m);
    expect(text).toMatch(/^1 .*bracelet-bangle .* 181\.00 +181\.00 +engraved “Always” \(script\), 25\.00 each$/m);
    expect(text).toMatch(
      new RegExp(
        `^750\\sg .*${apples.variant_id} .*${apples.price.toFixed(2)} per 250\\sg .* if missing: refund$`,
        'm',
      ),
    );
    expect(text).toMatch(new RegExp(`^Your order ${number} +2026-11-21 12:00:00 UTC +waits$`, 'm'));
  });

  test("a customer's order names the account, and says of each payment and mail what became of it", async () => {
    const customer = new Visitor(app, database);
    await customer.register('grace@example.com');
    const number = await place(
      {
        payment_method: 'global',
        display_currency: 'EUR',
        billing: { ...anOrderBody().billing, email: 'grace@example.com' },
      },
      customer,
    );
    await customer.post(`/orders/${number}/payment`, {});
    await database.query(
      "UPDATE payments SET status = 'refund-due', received_cents = 100, received_currency = 'EUR', settled_at = $2 WHERE order_number = $1",
      [number, NOW],
    );
    const { rows } = await database.query<{ id: number }>('SELECT id FROM mails WHERE subject LIKE $1', [
      `%${number}%`,
    ]);
    const [mail] = rows;
    await database.query('UPDATE mails SET attempts = 3 WHERE id = $1', [mail?.id]);
    await markMailFailed(database, mail?.id ?? 0, 'mailbox\nunknown', NOW);
    const text = await show(number);
    expect(text).toMatch(/^Customer +Ada Lovelace, account grace@example\.com$/m);
    expect(text).toMatch(/^Shown as +\d+\.\d\d EUR$/m);
    expect(text).toMatch(/^Refund due +1\.00 EUR$/m);
    expect(text).toMatch(
      /^[\da-f-]{36} +sandbox +refund-due +1\.00 EUR +2026-11-21 12:00:00 UTC +2026-11-21 12:00:00 UTC$/m,
    );
    expect(text).toMatch(/ not sent after 3 attempts: mailbox unknown$/m);
    await database.query('UPDATE mails SET sent_at = $2 WHERE id = $1', [mail?.id, NOW]);
    expect(await show(number)).toMatch(
      new RegExp(`^Your order ${number} +2026-11-21 12:00:00 UTC +2026-11-21 12:00:00 UTC$`, 'm'),
    );
    expect(JSON.parse(await show(number, true))).toMatchObject({
      number,
      total: 320,
      account: { id: expect.any(String), name: 'Ada Lovelace', email: 'grace@example.com' },
      slot: null,
      lines: [{ product_id: 'ring-halo', quantity: 1 }],
      payments: [{ status: 'refund-due', amount: 1, currency: 'EUR', dispute: null }],
      mails: [{ subject: `Your order ${number}`, sent_at: NOW.toISOString() }],
    });
  });

  test('an order shows no token, no hash, nothing of the text of its mails, and no control character', async () => {
    const visitor = new Visitor(app, database);
    const number = await place({}, visitor);
    await database.query(
      `UPDATE orders SET billing = billing || '{"firstName": "\\u001b[2JAda", "orderNotes": "first\\nsecond"}' WHERE number = $1`,
      [number],
    );
    const [text, json] = [await show(number), await show(number, true)];
    expect(text).toMatch(/^Notes +first second$/m);
    expect(text + json).not.toContain('\u001b');
    const { rows } = await database.query<{ text: string }>('SELECT text FROM mails WHERE subject LIKE $1', [
      `%${number}%`,
    ]);
    const key = /#key=(\S+)/.exec(rows[0]?.text ?? '')?.[1];
    const { rows: holders } = await database.query<{ holder: string }>('SELECT holder FROM order_holders');
    const { rows: keys } = await database.query<{ key: string }>('SELECT key FROM idempotency_keys');
    const secrets = [key, ...holders.map(({ holder }) => holder), ...keys.map((row) => row.key)];
    expect(secrets.length).toBeGreaterThan(3);
    for (const secret of secrets) {
      expect(secret).toEqual(expect.any(String));
      expect(text + json).not.toContain(secret);
    }
  });

  test('an unknown order is said', async () => {
    await expect(show('ORD-NONE-NONE')).rejects.toMatchObject({
      code: 'unknown',
      message: 'No order has the number ORD-NONE-NONE.',
    });
  });
});
