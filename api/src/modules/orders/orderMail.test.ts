import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { openDelivery } from '../../testing/openDelivery';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';
import { findOrder, setOrderStatus } from './ordersRepository';

let database: Database;
let app: FastifyInstance & { afterReply: { settled(): Promise<void> } };
beforeAll(async () => {
  database = await openTestDatabase('PGlite');
  await openDelivery(database);
  app = await buildTestApp(database);
  await database.query("UPDATE products SET stock = 100 WHERE id = 'ring-halo'");
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Places an order, and returns its mail. */
const order = async (visitor: Visitor, email: string) => {
  const body = anOrderBody({ billing: { ...anOrderBody().billing, email } });
  await visitor.post('/orders', body, { headers: { 'idempotency-key': newKey() } });
  const { rows } = await database.query<{ text: string; html: string }>(
    'SELECT text, html FROM mails WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
    [email],
  );
  return rows[0] ?? { text: '', html: '' };
};

test("a mail about an order shows its lines with pictures of the shop and, at the customer's own address, where it goes (product 14.3)", async () => {
  const [ada, guest] = [new Visitor(app, database), new Visitor(app, database)];
  await ada.register('ada@example.com');
  const own = await order(ada, 'ada@example.com');
  expect(own.html).toMatch(/src="http:\/\/shop\.test\/media\/jewellery\/ring-halo-1(?:\.\w+)?-320\.webp"/);
  expect(own.html).toContain('1 x Halo Diamond Ring');
  expect(own.text).toContain('Delivery address: Ada Lovelace\n12 Analytical Row\nNew York, NY 10001');
  expect(own.html).toContain('12 Analytical Row');
  const strange = await order(guest, 'somebody@example.com');
  expect(strange.html).toContain('1 x Halo Diamond Ring');
  expect(strange.text + strange.html).not.toMatch(/Analytical|Lovelace/);
});

test.each([
  ['jewellery-store', 'Oriel'],
  ['organic-store', 'Furrow'],
])('a mail about an order of %s comes from %s, whatever the browser shows (product 14.2)', async (store, name) => {
  await database.query("UPDATE products SET store = $1 WHERE id = 'ring-halo'", [store]);
  const guest = new Visitor(app, database);
  guest.cookies.set('storefront', name === 'Oriel' ? 'organic' : 'jewellery');
  const { text } = await order(guest, `${name}@example.com`);
  await database.query("UPDATE products SET store = 'jewellery-store' WHERE id = 'ring-halo'");
  expect(text.split('\n').at(-1)).toMatch(new RegExp(`^${name}, `));
});

const DAYS = /\w{3}, \w{3} \d{1,2} to \w{3}, \w{3} \d{1,2}/;

test.each([
  ['in cash', { payment_method: 'cash' }, DAYS],
  ['by transfer', { payment_method: 'bank' }, null],
  [
    'in cash in London',
    { payment_method: 'cash', country: 'UK', state: '', zipCode: 'SW1A 1AA', townCity: 'London' },
    null,
  ],
] as const)(
  'an order of a piece that is paid %s says when it arrives, if it knows (product 5.21)',
  async (_, how, days) => {
    const guest = new Visitor(app, database);
    const { payment_method, ...address } = how;
    const billing = { ...anOrderBody().billing, email: 'arrival@example.com', ...address };
    const body = anOrderBody({ billing, payment_method });
    const placed = await guest.post('/orders', body, { headers: { 'idempotency-key': newKey() } });
    const { arrival } = placed.json().order;
    const { text } = (await guest.readMails('arrival@example.com')).at(-1) ?? { text: '' };
    expect(arrival).toEqual(days && expect.stringMatching(days));
    expect(/Arrives: (.*)/.exec(text)?.[1] ?? null).toBe(arrival);
  },
);

test('an order by transfer says when it arrives once it is paid, not what a van brings (product 5.21)', async () => {
  const guest = new Visitor(app, database);
  const body = anOrderBody({ payment_method: 'bank' });
  const placed = await guest.post('/orders', body, { headers: { 'idempotency-key': newKey() } });
  const { number } = placed.json().order;
  await setOrderStatus(database, number, 'processing', new Date('2026-12-01T18:00:00Z'));
  const read = () => findOrder(database, number, { accountId: null, guestNumbers: [number] });
  expect(await read()).toMatchObject({ arrival: 'Wed, Dec 2 to Fri, Dec 4' });
  await database.query("UPDATE products SET store = 'organic-store' WHERE id = 'ring-halo'");
  expect(await read()).toMatchObject({ arrival: null });
  await database.query("UPDATE products SET store = 'jewellery-store' WHERE id = 'ring-halo'");
});
