import type { CouponTerms } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';

import { findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';

const TERMS: CouponTerms = {
  kind: 'percent',
  amount: 10,
  minimum_cents: 0,
  maximum_cents: null,
  products: null,
  categories: null,
  not_reduced: false,
  email: null,
  starts_at: null,
  ends_at: null,
  max_uses: null,
  max_uses_per_customer: null,
};

describe.each(databaseKinds)('the desk of coupons on %s', (kind) => {
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
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const create = (code: string, terms: Partial<CouponTerms> = {}) => ada.post('/coupons', { code, ...TERMS, ...terms });
  const change = (code: string, version: number, terms: Partial<CouponTerms>) =>
    ada.patch(`/coupons/${code}`, { version, terms });
  const list = async (query = ''): Promise<string[]> =>
    (await ada.get(`/coupons${query}`)).json().data.items.map(({ code }: { code: string }) => code);
  const placeOrder = async (code: string, total: number): Promise<string | undefined> =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody({ coupon_code: code, expected_total: total }),
      })
    ).json().order?.number;

  test('a coupon is made, reduces an order, and the desk says which (product 16.81)', async () => {
    expect((await create('Winter', { amount: 50, max_uses: 2 })).json().data).toMatchObject({
      code: 'WINTER',
      state: 'active',
      uses: 0,
      last_uses: [],
    });
    const number = await placeOrder('winter', 160);
    expect((await ada.get('/coupons/winter')).json().data).toMatchObject({
      uses: 1,
      last_uses: [{ order: number, at: '2026-11-21T12:00:00Z', discount: 160, total: 160 }],
    });
    expect(await findAudit(database, 'WINTER')).toMatchObject([
      { who: 'Ada', action: 'coupon.added', after: { terms: '50 % off, 2 uses' } },
    ]);
  });

  test.each<[string, string, Partial<CouponTerms>, string]>([
    ['more than all', 'amount', { amount: 101 }, 'At most 100 %.'],
    ['a range that is empty', 'maximum_cents', { minimum_cents: 500, maximum_cents: 400 }, 'The largest order is'],
    [
      'a product that is not there',
      'products',
      { products: ['ring-halo', 'ring-none'] },
      'No product has the id ring-n',
    ],
    ['a category that is not there', 'categories', { categories: ['hats'] }, 'No category has the address hats.'],
    [
      'an end before its start',
      'ends_at',
      { starts_at: '2026-12-02T00:00:00Z', ends_at: '2026-12-01T00:00:00Z' },
      'A ',
    ],
    ['an end in the past', 'ends_at', { ends_at: '2026-11-20T00:00:00Z' }, 'This coupon would have ended already.'],
    ['a day that does not exist', 'starts_at', { starts_at: '2027-02-30T00:00:00Z' }, 'Enter a day'],
    ['an amount of nothing', 'amount', { amount: 0 }, ''],
    ['an address that is none', 'email', { email: 'nobody' }, ''],
  ])('a coupon with %s is refused at its field (product 16.81)', async (_what, field, terms, message) => {
    const refused = await create('ODD', terms);
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      expect.objectContaining({ [field]: expect.stringContaining(message) }),
    ]);
    expect((await ada.get('/coupons/odd')).statusCode).toBe(404);
  });

  test('a code that is taken is refused, and its coupon stays (product 16.81)', async () => {
    const refused = await create('winter', { amount: 99 });
    expect([refused.statusCode, refused.json().fields]).toEqual([400, { code: 'There is a coupon WINTER already.' }]);
    expect((await ada.get('/coupons/WINTER')).json().data.amount).toBe(50);
    expect((await create('two words')).statusCode).toBe(400);
  });

  test('of two who change one coupon, the second is told; fewer uses than there were are refused (product 16.82)', async () => {
    const changed = await change('WINTER', 0, { amount: 40, email: 'Kim@Example.com' });
    expect(changed.json().data).toMatchObject({ amount: 40, email: 'kim@example.com', max_uses: 2, version: 1 });
    expect((await change('WINTER', 0, { amount: 30 })).json()).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    await change('WINTER', 1, { email: null });
    await placeOrder('WINTER', 192);
    const refused = await change('WINTER', 2, { max_uses: 1 });
    expect(refused.json().fields).toEqual({ max_uses: '2 orders have used it: at least 2. End it to take no more.' });
    expect((await change('WINTER', 2, { amount: 40 })).json().data.version).toBe(2);
    const audit = await findAudit(database, 'WINTER');
    expect(audit.map(({ action }) => action)).toEqual(['coupon.added', 'coupon.changed', 'coupon.changed']);
    expect(JSON.stringify(audit)).not.toContain('kim@example.com');
    expect((await change('NEVER', 0, {})).statusCode).toBe(404);
  });

  test('an ended coupon reduces nothing any more; ending it twice leaves one trace (product 16.82)', async () => {
    await create('SOON', { starts_at: '2026-12-01T00:00:00Z' });
    await create('BRIEF');
    for (const code of ['brief', 'BRIEF', 'SOON'])
      expect((await ada.post(`/coupons/${code}/end`)).statusCode).toBe(200);
    expect((await ada.get('/coupons/SOON')).json().data.state).toBe('ended');
    expect(await placeOrder('BRIEF', 288)).toBeUndefined();
    expect((await findAudit(database, 'BRIEF')).map(({ action }) => action)).toEqual(['coupon.added', 'coupon.ended']);
    const again = await change('BRIEF', 1, { ends_at: null });
    expect(again.json().data.state).toBe('active');
    expect(await placeOrder('BRIEF', 288)).toBeDefined();
  });

  test('the list has views, finds by the beginning of a code, and pages (product 16.81)', async () => {
    await create('LATER', { starts_at: '2026-12-01T00:00:00Z' });
    expect(await list('?view=scheduled')).toEqual(['LATER']);
    expect(await list('?view=ended')).toEqual(['SOON', 'WINTER']);
    expect(await list('?view=active')).toEqual(['BRIEF', 'TAKE5', 'WELCOME10']);
    now = new Date('2026-12-01T00:00:00Z');
    await ada.signIn();
    expect(await list('?view=scheduled')).toEqual([]);
    expect(await list('?q=ta')).toEqual(['TAKE5']);
    expect((await ada.get('/coupons?view=odd')).json().fields).toHaveProperty('view');
    for (let number = 100; number < 151; number += 1) await create(`ONE-${number}`);
    const first = (await ada.get('/coupons?q=one-')).json().data;
    expect([first.items.length, first.next]).toEqual([50, 'ONE-149']);
    expect((await ada.get(`/coupons?q=one-&cursor=${first.next}`)).json().data).toMatchObject({
      items: [{ code: 'ONE-150' }],
      next: null,
    });
  });
});
