import type { Choices, OrderItemInput, PricedCart, PricedLine } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const ENGRAVED = 'ring-halo';
const PRICE = 320;
const ENGRAVING_PRICE = 25;
const LETTERS = 24;

describe.each(databaseKinds)('engraving on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance & { afterReply: { settled(): Promise<void> } };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    const features = { customization: { engravingMaxLetters: LETTERS, engravingPrice: ENGRAVING_PRICE } };
    await database.query('UPDATE products SET store_features = $2, stock = 10 WHERE id = $1', [
      ENGRAVED,
      JSON.stringify(features),
    ]);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  let networks = 0;
  const newVisitor = () => new Visitor(app, database, `10.9.${(networks += 1)}.7`);
  const engrave = (text: string, font = 'script') => ({ engraving: { text, font } });
  const anItem = (choices: object | undefined, quantity = 1, product_id = ENGRAVED): OrderItemInput => ({
    product_id,
    variant_id: null,
    quantity,
    ...(choices && { choices }),
  });
  const check = async (...items: OrderItemInput[]): Promise<PricedLine[]> =>
    (await newVisitor().post('/cart/check', { items, coupon_code: null })).json<{ data: PricedCart }>().data.lines;
  const place = (visitor: Visitor, items: OrderItemInput[], expected_total: number, overrides: object = {}) =>
    visitor.post('/orders', anOrderBody({ items, expected_total, ...overrides }), {
      headers: { 'idempotency-key': newKey() },
    });

  test('an engraved piece is a line of its own, with its text and price', async () => {
    const choices: Choices = { engraving: { text: 'Always', font: 'script' } };
    expect(await check(anItem(undefined), anItem(choices), anItem(engrave('Forever', 'block')))).toMatchObject([
      { name: 'Halo Diamond Ring', unit_price: PRICE },
      { name: 'Halo Diamond Ring, engraved “Always” (script)', unit_price: PRICE + ENGRAVING_PRICE, choices },
      { name: 'Halo Diamond Ring, engraved “Forever” (block letters)', unit_price: PRICE + ENGRAVING_PRICE },
    ]);
  });

  test('the order and its mail keep what was chosen and what it cost', async () => {
    const [visitor, email] = [newVisitor(), 'engraved@example.com'];
    await visitor.register(email);
    const billing = { ...anOrderBody().billing, email };
    const placed = await place(visitor, [anItem(engrave('Always'), 2)], 2 * (PRICE + ENGRAVING_PRICE), { billing });
    expect(placed.json().order.lines).toMatchObject([
      {
        name: 'Halo Diamond Ring, engraved “Always” (script)',
        choices: engrave('Always'),
        choices_price: ENGRAVING_PRICE,
        unit_price: PRICE + ENGRAVING_PRICE,
      },
    ]);
    expect((await visitor.readMails(email)).at(-1)?.text).toContain(
      '2 x Halo Diamond Ring, engraved “Always” (script)',
    );
  });

  test('a mail to an address that may be a stranger’s does not contain what was typed', async () => {
    const visitor = newVisitor();
    const placed = await place(visitor, [anItem(engrave('call 555-0100 now'))], PRICE + ENGRAVING_PRICE);
    expect(placed.json().order.lines[0].name).toContain('call 555-0100 now');
    const mails = (await visitor.readMails(anOrderBody().billing.email)).map(({ text }) => text).join('\n');
    expect(mails).toContain('Halo Diamond Ring, engraved (script)');
    expect(mails).not.toContain('555');
  });

  test('a customer’s stored cart keeps the choices', async () => {
    const visitor = newVisitor();
    await visitor.register('kept@example.com');
    await visitor.put('/cart', {
      version: 0,
      items: [anItem(engrave('Always')), anItem(undefined)],
      coupon_code: null,
    });
    expect((await visitor.get('/cart')).json().data.lines).toMatchObject([{ choices: engrave('Always') }, {}]);
  });

  const requireUnsold = async (item: OrderItemInput): Promise<void> => {
    expect(await check(item)).toEqual([]);
    expect((await place(newVisitor(), [item], PRICE)).json().code).toBe('TOTAL_CHANGED');
  };

  test('more letters than the product has room for are not sold', async () => {
    expect(await check(anItem(engrave('A'.repeat(LETTERS))))).toHaveLength(1);
    await requireUnsold(anItem(engrave('A'.repeat(LETTERS + 1))));
  });

  test('a product that cannot be engraved is not sold with an engraving', async () => {
    const { rows } = await database.query<{ id: string }>(
      `SELECT id FROM products p WHERE store = 'jewellery-store' AND NOT store_features ? 'customization' AND stock > 0
       AND NOT EXISTS (SELECT 1 FROM product_variants v WHERE v.product_id = p.id) LIMIT 1`,
    );
    const plain = rows[0]?.id ?? '';
    expect(await check(anItem(undefined, 1, plain))).toHaveLength(1);
    await requireUnsold(anItem(engrave('Always'), 1, plain));
  });

  test('the feature of another storefront is not sold, whatever the product says', async () => {
    await database.query("UPDATE products SET store = 'organic-store' WHERE id = $1", [ENGRAVED]);
    const lines = await check(anItem(engrave('Always')));
    await database.query("UPDATE products SET store = 'jewellery-store' WHERE id = $1", [ENGRAVED]);
    expect(lines).toEqual([]);
  });

  test.each([
    ['a price of its own', { engraving: { text: 'Always', font: 'script', price: 0 } }],
    ['another font', engrave('Always', 'comic')],
    ['a line break', engrave('Always\nfree')],
    ['a link', engrave('http://evil.example')],
    ['markup', engrave('<b>Always</b>')],
    ['spaces around it', engrave(' Always ')],
    ['nothing', engrave('')],
    ['an unknown choice', { gift: true }],
  ])('an engraving with %s is refused', async (_what, choices) => {
    const response = await newVisitor().post('/cart/check', { items: [anItem(choices)], coupon_code: null });
    expect(response.statusCode).toBe(400);
  });

  test('a made-up price is a conflict that orders nothing', async () => {
    const placed = await place(newVisitor(), [anItem(engrave('Always'))], PRICE);
    expect(placed.json()).toMatchObject({ code: 'TOTAL_CHANGED', cart: { total: PRICE + ENGRAVING_PRICE } });
  });

  test('lines of one product share its stock', async () => {
    await database.query('UPDATE products SET stock = 3 WHERE id = $1', [ENGRAVED]);
    const items = [anItem(engrave('One'), 2), anItem(engrave('Two'), 2), anItem(undefined, 2)];
    expect((await check(...items)).map(({ quantity }) => quantity)).toEqual([2, 1]);
    const placed = await place(newVisitor(), items, 4 * (PRICE + ENGRAVING_PRICE) + 2 * PRICE);
    expect(placed.json().code).toBe('OUT_OF_STOCK');
    expect((await database.query('SELECT stock FROM products WHERE id = $1', [ENGRAVED])).rows).toEqual([{ stock: 3 }]);
  });
});
