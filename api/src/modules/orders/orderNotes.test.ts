import type { Choices, OrderItemInput } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { openDelivery } from '../../testing/openDelivery';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const PRICE = 320;
const ENGRAVING_PRICE = 25;
const FEATURES = {
  customization: { engravingMaxLetters: 24, engravingPrice: ENGRAVING_PRICE },
  certification: { laboratory: 'GIA', reportNumber: '2141438171' },
};
const REPORT_NOTE = 'The grading report 2141438171 (GIA) of Halo Diamond Ring is in the parcel, with the piece.';
const ENGRAVING_NOTE = "Engraved pieces can't be returned unless faulty.";

describe.each(databaseKinds)('notes of orders on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance & { afterReply: { settled(): Promise<void> } };
  const setFeatures = (features: object) =>
    database.query("UPDATE products SET store_features = $1, stock = 10 WHERE id = 'ring-halo'", [
      JSON.stringify(features),
    ]);
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await openDelivery(database);
    app = await buildTestApp(database);
  }, 60_000);
  beforeEach(() => setFeatures(FEATURES));
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  let visitors = 0;
  const place = async (choices?: Choices) => {
    const number = (visitors += 1);
    const visitor = new Visitor(app, database, `10.8.${number}.7`);
    const email = `notes-${number}@example.com`;
    await visitor.register(email);
    const items: OrderItemInput[] = [
      { product_id: 'ring-halo', variant_id: null, quantity: 1, ...(choices && { choices }) },
    ];
    const body = anOrderBody({
      items,
      expected_total: PRICE + (choices ? ENGRAVING_PRICE : 0),
      billing: { ...anOrderBody().billing, email },
    });
    const placed = await visitor.post('/orders', body, { headers: { 'idempotency-key': newKey() } });
    const { order } = placed.json();
    const read = async () => (await visitor.get(`/orders/${order.number}`)).json().order;
    const mail = (await visitor.readMails(email)).at(-1);
    return { visitor, order, read, mail };
  };

  test('an order says where the report of a certified piece is, and so does its mail (product 5.16)', async () => {
    const { order, mail } = await place();
    expect(order.notes).toEqual([REPORT_NOTE]);
    expect(order.lines[0].certification).toEqual(FEATURES.certification);
    expect(mail?.text).toContain(REPORT_NOTE);
    const { rows } = await database.query<{ html: string }>('SELECT html FROM mails WHERE subject = $1', [
      `Your order ${order.number}`,
    ]);
    expect(rows[0]?.html).toContain(REPORT_NOTE);
  });

  test('an order says that an engraved piece cannot go back, without what was typed (product 5.12)', async () => {
    const { order, mail } = await place({ engraving: { text: 'Always', font: 'serif' } });
    expect(order.notes).toEqual([REPORT_NOTE, ENGRAVING_NOTE]);
    expect(mail?.text).toContain(ENGRAVING_NOTE);
  });

  test('an order keeps the report with which a piece was sold', async () => {
    const { read } = await place();
    await setFeatures({ certification: { laboratory: 'IGI', reportNumber: '7' } });
    expect((await read()).notes).toEqual([REPORT_NOTE]);
  });

  test('a canceled order has no notes', async () => {
    const { visitor, order, read } = await place();
    const canceled = await visitor.post(`/orders/${order.number}/cancel`, {});
    expect(canceled.json().order).toMatchObject({ status: 'canceled', notes: [] });
    expect((await read()).notes).toEqual([]);
  });

  test('without a report, and in a storefront that does not name certification, an order has no notes', async () => {
    await setFeatures({});
    expect((await place()).order.notes).toEqual([]);
    await setFeatures(FEATURES);
    await database.query("UPDATE products SET store = 'organic-store' WHERE id = 'ring-halo'");
    const { order } = await place();
    await database.query("UPDATE products SET store = 'jewellery-store' WHERE id = 'ring-halo'");
    expect(order.notes).toEqual([]);
  });
});
