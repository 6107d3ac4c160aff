import type { CurrencySettings, OpeningSettings, PaymentSettings, ShopSettings } from '@shop/contracts';
import { storefronts } from '@shop/contracts/storefronts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { findContentVersion } from '../content/contentChangesRepository';
import { writeErasedMail } from '../customers/erasureMails';
import { writeLetter } from '../mail/insertLetter';

describe.each(databaseKinds)('the settings on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let now = new Date('2026-11-21T12:00:00Z');
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com');
  }, 60_000);
  beforeEach(async () => {
    for (const table of ['counters', 'order_holders']) await database.query(`DELETE FROM ${table}`);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const read = async () => (await ada.get('/settings')).json().data;
  const put = (group: string, version: number, value: object) =>
    ada.call('PUT', `/settings/${group}`, { version, value });
  const changePayments = async (change: Partial<PaymentSettings>) => {
    const { version, value } = (await read()).payments;
    expect((await put('payments', version, { ...value, ...change })).statusCode).toBe(200);
  };
  const readSite = async () => (await app.inject('/api/site')).json().data;
  const order = async () =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody(),
      })
    ).json();

  test('are as configured until somebody changes them, and the site says nothing of them (product 19.12)', async () => {
    const { shops, payments, currencies } = await read();
    expect(shops).toMatchObject([
      { store: 'jewellery-store', shop: { version: 0, edited: null, value: { name: 'Oriel' } } },
      { store: 'organic-store', opening: { version: 0, value: { notice: '', closed: false } } },
    ]);
    expect(payments).toMatchObject({ version: 0, provider: 'sandbox', value: { bank: true, cash: true } });
    expect(currencies.value.rates).toEqual({ EUR: expect.any(Number), GBP: expect.any(Number) });
    expect(await readSite()).toEqual({});
  });

  test('the site has the categories of a storefront while staff have changed their list or its order, and only then (product 16.80)', async () => {
    const listSlugs = async () =>
      (await readSite()).jewellery?.categories?.map(({ slug }: { slug: string }) => slug) as string[] | undefined;
    const order = (slugs: readonly string[]) =>
      ada.call('PUT', '/groups/category/jewellery-store/order', { slugs: [...slugs] });
    const compiled = storefronts.jewellery.categories.map(({ slug }) => slug);

    await ada.post('/groups', { kind: 'category', store: 'jewellery-store', name: 'Anklets', picture: null });
    expect(await listSlugs()).toEqual([...compiled, 'anklets']);
    expect((await readSite()).organic).toBeUndefined();
    await ada.call('DELETE', '/groups/category/jewellery-store/anklets');
    expect(await readSite()).toEqual({});

    await order(compiled.toReversed());
    expect(await listSlugs()).toEqual(compiled.toReversed());
    await order(compiled);
    expect(await readSite()).toEqual({});

    await ada.call('PATCH', '/groups/category/jewellery-store/watches', { name: 'Clocks', seen: 'Watches' });
    expect((await readSite()).jewellery.categories.at(-1)).toEqual({ slug: 'watches', name: 'Clocks' });
    await ada.call('PATCH', '/groups/category/jewellery-store/watches', { name: 'Watches', seen: 'Clocks' });
    expect(await readSite()).toEqual({});
  });

  test('a new name and address are in effect at once, and in the audit (product 19.13)', async () => {
    const [{ shop }] = (await read()).shops;
    const value: ShopSettings = { ...shop.value, name: 'Green Door', town: 'Salem, Oregon 97301' };
    const before = await findContentVersion(database);
    expect((await put('shop/jewellery-store', 0, value)).json().data.shops[0].shop).toMatchObject({
      version: 1,
      edited: { by: 'Ada', at: now.toISOString() },
      value,
    });
    expect(await findContentVersion(database)).not.toBe(before);
    expect(await readSite()).toMatchObject({
      jewellery: { name: 'Green Door', support: { town: 'Salem, Oregon 97301' } },
    });
    expect(await findAudit(database, 'shop.jewellery-store')).toMatchObject([{ action: 'setting.changed' }]);
  });

  test('a storefront without a telephone says nothing of calls; what an earlier release set keeps its hours (product 19.36)', async () => {
    const [, { shop }] = (await read()).shops;
    const { hours, call_note: note, ...earlier } = shop.value;
    expect([hours, note]).toEqual(['8 AM to 10 PM', 'Calls within the USA are free.']);
    await put('shop/organic-store', 0, { ...earlier, phone: '' });
    expect((await readSite()).organic.support).toMatchObject({ phone: '', hours: '8 AM to 10 PM', callNote: '' });
    expect((await read()).shops[1].shop.value).toMatchObject({ phone: '', hours, call_note: note });
    await put('shop/organic-store', 1, { ...shop.value, hours: 'On weekdays' });
    expect((await readSite()).organic.support).toMatchObject({ hours: 'On weekdays', callNote: note });
  });

  test('of two who change the same, the second is told (product 19.13)', async () => {
    const [{ shop }] = (await read()).shops;
    for (const version of [0, shop.version + 1]) {
      const late = await put('shop/jewellery-store', version, { ...shop.value, name: 'Red Door' });
      expect([late.statusCode, late.json().code]).toEqual([409, 'CHANGED_MEANWHILE']);
    }
    expect((await readSite()).jewellery.name).toBe('Green Door');
  });

  test('a closed storefront takes no orders and says until when; its pages stay (product 19.14)', async () => {
    const closed: OpeningSettings = { notice: '', closed: true, closed_text: 'Back on Monday.' };
    const silent = await put('opening/jewellery-store', 0, { ...closed, closed_text: ' ' });
    expect([silent.statusCode, Object.keys(silent.json().fields)]).toEqual([400, ['closed_text']]);
    await put('opening/jewellery-store', 0, closed);
    expect((await readSite()).jewellery.closed).toBe('Back on Monday.');
    expect(await order()).toMatchObject({
      code: 'SHOP_CLOSED',
      message: 'We are closed and take no orders. Back on Monday. Your cart is kept.',
    });
    expect((await app.inject('/api/products?store=jewellery-store')).statusCode).toBe(200);
    await put('opening/jewellery-store', 1, { notice: 'New: rings', closed: false, closed_text: '' });
    expect((await readSite()).jewellery).toMatchObject({ notice: 'New: rings' });
    expect((await order()).order.number).toMatch(/^ORD-/);
  });

  test('an order that is repeated after the shop has closed is the order that was placed (product 19.14)', async () => {
    const request = {
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody(),
    } as const;
    const placed = (await app.inject(request)).json().order.number;
    await put('opening/jewellery-store', 2, { notice: '', closed: true, closed_text: 'Soon.' });
    expect((await app.inject(request)).json().order.number).toBe(placed);
    await put('opening/jewellery-store', 3, { notice: '', closed: false, closed_text: '' });
  });

  test('another bank account is in the next order; a method that is off is refused by its field (product 19.15)', async () => {
    const value: PaymentSettings = { bank: true, bank_account: 'Trust, account 7', global: false, cash: true };
    expect((await put('payments', 0, value)).statusCode).toBe(200);
    expect((await order()).order.payment_instructions).toContain('Bank: Trust, account 7.');
    expect((await app.inject('/api/payment-methods')).json().data).toEqual([
      { method: 'bank', available: true },
      { method: 'cash', available: true },
    ]);
    await put('payments', 1, { ...value, bank: false });
    expect((await order()).fields).toEqual({
      payment_method: 'Bank transfer is not available. Choose cash.',
    });
    await put('payments', 2, value);
  });

  test('an order that is repeated after its way to pay was switched off is the order that was placed (product 19.15)', async () => {
    const request = {
      method: 'POST',
      url: '/api/orders',
      headers: { 'idempotency-key': newKey() },
      payload: anOrderBody(),
    } as const;
    const placed = (await app.inject(request)).json().order.number;
    await changePayments({ bank: false });
    expect((await app.inject(request)).json().order?.number).toBe(placed);
    const refused = { ...request, headers: { 'idempotency-key': newKey() } };
    expect((await app.inject(refused)).json().fields).toEqual({ payment_method: expect.any(String) });
    await changePayments({ bank: true });
    // What was refused has taken no key.
    expect((await app.inject(refused)).json().order.number).toMatch(/^ORD-/);
  });

  test('an order by bank transfer that is kept longer says where to transfer to, whatever is off now (product 19.15)', async () => {
    const { number } = (await order()).order;
    const keep = async (days: number): Promise<(string | undefined)[]> => {
      const kept = (await ada.post(`/orders/${number}/prolong`, { days })).json().data.order.payment_instructions;
      const { rows } = await database.query<{ text: string }>(
        'SELECT text FROM mails WHERE strpos(subject, $1) > 0 ORDER BY id DESC LIMIT 1',
        [number],
      );
      const until = `until November ${21 + days}, 2026`;
      return [kept, rows[0]?.text].map((text) => text.includes(until) && /^Bank: .*$/m.exec(text)?.[0]);
    };
    const same = 'Bank: Trust, account 7.';
    await changePayments({ bank: false });
    expect(await keep(2)).toEqual([same, same]);
    await changePayments({ bank_account: '' });
    expect(await keep(3)).toEqual([same, same]);
    await changePayments({ bank_account: 'Second Bank, 77' });
    expect(await keep(4)).toEqual(['Bank: Second Bank, 77.', 'Bank: Second Bank, 77.']);
    await changePayments({ bank: true });
  });

  test.each([
    ['no way to pay', { bank: false, bank_account: '', global: false, cash: false }, 'cash'],
    ['a transfer without an account', { bank: true, bank_account: '  ', global: true, cash: true }, 'bank_account'],
  ])('refuses %s by its field (product 19.15)', async (_what, value, field) => {
    const { version } = (await read()).payments;
    const refused = await put('payments', version, value);
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]]);
    expect((await read()).payments.version).toBe(version);
  });

  test('asks for a confirmation before money goes elsewhere (security 7.34)', async () => {
    now = new Date(now.getTime() + 6 * 60_000);
    const { version, value } = (await read()).payments;
    const refused = await put('payments', version, { ...value, bank_account: 'Thief, account 1' });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'CONFIRMATION_NEEDED']);
    await ada.confirm();
    expect((await put('payments', version, value)).statusCode).toBe(200);
  });

  test('new rates are in effect with their day (product 19.16)', async () => {
    const value: CurrencySettings = { rates: { EUR: 0.91, GBP: 0.78 }, rated_on: '2026-11-20' };
    await put('currencies', 0, value);
    expect((await app.inject('/api/currencies')).json().data).toEqual([
      { code: 'USD', rate: 1 },
      { code: 'EUR', rate: 0.91 },
      { code: 'GBP', rate: 0.78 },
    ]);
    expect((await read()).currencies).toMatchObject({ version: 1, value });
  });

  test.each([
    ['zero', { rates: { EUR: 0, GBP: 1 }, rated_on: '2026-11-20' }, 'EUR'],
    ['a negative rate', { rates: { EUR: 1, GBP: -1 }, rated_on: '2026-11-20' }, 'GBP'],
    ['a day that does not exist', { rates: { EUR: 1, GBP: 1 }, rated_on: '2026-02-30' }, 'rated_on'],
    ['a day to come', { rates: { EUR: 1, GBP: 1 }, rated_on: '2099-01-01' }, 'rated_on'],
  ])('refuses %s by its field (product 19.16)', async (_what, value, field) => {
    const refused = await put('currencies', 1, value);
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields).join()).toContain(field);
    expect((await app.inject('/api/currencies')).json().data[1]).toEqual({ code: 'EUR', rate: 0.91 });
  });

  test('a setting that a newer release has written in another way is left out (product 19.17)', async () => {
    await database.query(
      `UPDATE settings SET value = value || '{"name": 7, "colors": []}' WHERE key = 'shop.jewellery-store'`,
    );
    expect((await readSite()).jewellery?.name).toBeUndefined();
    expect((await read()).shops[0].shop.value.name).toBe('Oriel');
  });

  test('what a newer release adds to a setting neither opens a closed shop nor sends money elsewhere (product 19.17)', async () => {
    await database.query('DELETE FROM settings');
    const [{ shop }] = (await read()).shops;
    await put('shop/organic-store', 0, { ...shop.value, name: 'Green Door' });
    await put('opening/jewellery-store', 0, { notice: '', closed: true, closed_text: 'Back on Monday.' });
    await ada.confirm();
    const payments: PaymentSettings = { bank: true, bank_account: 'Second Bank, 77', global: false, cash: false };
    await put('payments', 0, payments);
    await database.query(`UPDATE settings SET value = value || '{"added": true}'`);
    expect(await readSite()).toMatchObject({
      jewellery: { closed: 'Back on Monday.' },
      organic: { name: 'Green Door' },
    });
    expect((await read()).payments.value).toEqual(payments);
    expect((await order()).code).toBe('SHOP_CLOSED');
    await database.query("DELETE FROM settings WHERE key LIKE 'opening.%'");
    expect((await order()).order.payment_instructions).toContain('Second Bank, 77');
    const letter = writeErasedMail({ storefront: 'organic', publicUrl: 'http://shop.test' }, 'ada@example.com');
    expect((await writeLetter(database, letter)).fromName).toBe('Green Door');
    await database.query('DELETE FROM settings');
  });

  test.each(['shop/no-store', 'opening/constructor', 'shop/every-store'])('%s is no group', async (group) => {
    const [{ shop, opening }] = (await read()).shops;
    const value = group.startsWith('shop') ? shop.value : opening.value;
    expect((await put(group, 0, value)).statusCode).toBe(404);
  });

  test('a manager may not change them (security 7.34)', async () => {
    const grace = await new StaffVisitor(app, database, clock, '203.0.113.21').join('grace@example.com', 'manager');
    expect((await grace.get('/settings')).statusCode).toBe(403);
  });
});
