import type { StaffCustomerRow } from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import { unlockUser } from '../../../operator/unlockUser';
import type { Database } from '../../database/Database';
import { anOperator, findAudit } from '../../testing/anOperator';
import { StaffVisitor } from '../../testing/StaffVisitor';
import { anOrderBody, aPostalAddress, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { PASSWORD, Visitor } from '../../testing/Visitor';

describe.each(databaseKinds)('the desk of customers on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let ada: StaffVisitor;
  let now = new Date('2026-11-21T12:00:00Z');
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
    ada = await new StaffVisitor(app, database, clock).join('ada@example.com', 'support');
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  let networks = 0;
  const aVisitor = () => new Visitor(app, database, `10.9.${(networks += 1)}.7`);
  const register = async (email: string): Promise<{ visitor: Visitor; id: string }> => {
    const visitor = aVisitor();
    const { id } = (await visitor.register(email)).json<{ user: { id: string } }>().user;
    now = new Date(now.getTime() + 61_000);
    return { visitor, id };
  };
  const insertAccounts = async (count: number, prefix: string, name: string) => {
    await database.query(
      `INSERT INTO accounts (id, email, name, phone, created_at)
       SELECT $1 || n, $1 || n || '@example.com', $2, '', $3::timestamptz - n * interval '1 minute' FROM generate_series(1, $4::int) n`,
      [prefix, name, new Date('2026-01-01T00:00:00Z'), count],
    );
  };
  const list = async (query = ''): Promise<StaffCustomerRow[]> =>
    (await ada.get(`/customers${query}`)).json().data.items;
  const find = async (text: string): Promise<string[]> =>
    (await list(`?q=${encodeURIComponent(text)}`)).map(({ email }) => email);
  const placeOrder = async (visitor: Visitor, email: string): Promise<string> =>
    (
      await visitor.post('/orders', anOrderBody({ billing: { ...anOrderBody().billing, email } }), {
        headers: { 'idempotency-key': newKey() },
      })
    ).json().order.number;

  test('customers are listed newest first with what they ordered and paid, fifty a page (product 17.1)', async () => {
    const { visitor, id } = await register('kim@example.com');
    const number = await placeOrder(visitor, 'kim@example.com');
    await placeOrder(aVisitor(), 'guest@example.com');
    expect((await list())[0]).toMatchObject({ id, email: 'kim@example.com', orders: 1, spent: 0, erased_at: null });
    await database.query("UPDATE orders SET status = 'shipped', holds_stock = false WHERE number = $1", [number]);
    expect((await list())[0]).toMatchObject({ orders: 1, spent: 320, last_order_at: expect.stringMatching(/^2026-/) });
    await insertAccounts(60, 'old-', 'Olive Old');
    const first = (await ada.get('/customers')).json().data;
    expect([first.items.length, first.items[0].email]).toEqual([50, 'kim@example.com']);
    const second = (await ada.get(`/customers?cursor=${first.next}`)).json().data;
    expect([second.items.length, second.next, second.items.at(-1).id]).toEqual([11, null, 'old-60']);
    const ids = [...first.items, ...second.items].map((row: StaffCustomerRow) => row.id);
    expect(new Set(ids).size).toBe(61);
    expect(await find('guest@example.com')).toEqual([]);
  });

  test('what came twice, or in a wrong amount or currency, and went back was never spent (product 17.1, 17.3)', async () => {
    const { visitor, id } = await register('payer@example.com');
    const numbers: string[] = [];
    for (let count = 0; count < 2; count += 1) numbers.push(await placeOrder(visitor, 'payer@example.com'));
    await database.query(
      "UPDATE orders SET status = 'shipped', holds_stock = false, held_until = NULL WHERE number = ANY($1::text[])",
      [numbers],
    );
    let payments = 0;
    const receive = async (cents: number, currency: string, back: number, state = 'sent') => {
      const payment = `spent-${(payments += 1)}`;
      await database.query(
        `INSERT INTO payments (id, order_number, provider, status, amount_cents, received_cents, received_currency, created_at)
         VALUES ($1, $2, 'sandbox', 'paid', 32000, $3, $4, $5)`,
        [payment, numbers[0], cents, currency, now],
      );
      if (back > 0)
        await database.query(
          `INSERT INTO refunds (id, order_number, payment_id, amount_cents, currency, lines, reason, state, actor, created_at, send_after)
           VALUES ($1, $2, $1, $3, $4, '[]', '', $5, '{}', $6, $6)`,
          [payment, numbers[0], back, currency, state, now],
        );
    };
    const spent = async () => {
      const row = (await list()).find((each) => each.id === id);
      const page = (await ada.get(`/customers/${id}`)).json().data;
      expect(page.spent).toBe(row?.spent);
      return [page.spent, page.average];
    };
    await receive(32_000, 'USD', 0);
    expect(await spent()).toEqual([640, 320]);
    await receive(32_000, 'USD', 32_000);
    await receive(1_000, 'USD', 1_000, 'due');
    await receive(3_200_000, 'JPY', 3_200_000);
    expect(await spent()).toEqual([640, 320]);
    await database.query(
      `INSERT INTO refunds (id, order_number, payment_id, amount_cents, currency, lines, reason, state, actor, created_at, send_after)
       VALUES ('a-part', $1, 'spent-1', 2000, 'USD', '[]', '', 'due', '{}', $2, $2)`,
      [numbers[0], now],
    );
    expect(await spent()).toEqual([620, 310]);
  });

  test('one field finds by the beginning of an address or of words of a name, by id and by order (product 17.2)', async () => {
    const { visitor, id } = await register('grace.hopper@example.com');
    await database.query('UPDATE accounts SET name = $2 WHERE id = $1', [id, 'Grace Brewster-Hopper O’Neill']);
    const number = await placeOrder(visitor, 'grace.hopper@example.com');
    for (const text of [
      'GRACE.H',
      'grace hop',
      'hopper',
      'brew',
      'neill gra',
      id,
      number,
      number.slice(4),
      'Grace.Hopper@example.com',
    ])
      expect([text, await find(text)]).toEqual([text, ['grace.hopper@example.com']]);
    for (const text of [
      'opper',
      'hopper@',
      'grace ada',
      'ORD-2222-2222',
      "'; DROP TABLE accounts; --",
      "gr':* | 'zz",
      '%%',
      '\\\\',
    ])
      expect([text, await find(text)]).toEqual([text, []]);
    expect((await list(`?q=${'x'.repeat(128)}`)).length).toBe(0);
    expect((await ada.get('/customers?q=g')).json().fields).toEqual({ q: 'Enter two letters or more.' });
    for (const cursor of ['odd', '1', `${'9'.repeat(18)}-x`, '1-%00'])
      expect([cursor, (await ada.get(`/customers?cursor=${cursor}`)).statusCode]).toEqual([cursor, 400]);
  });

  test('what many have is found page by page, newest first (product 17.2)', async () => {
    await insertAccounts(12_100, 'many-', 'Mary Many');
    const first = (await ada.get('/customers?q=many')).json().data;
    expect(first.items.map((row: StaffCustomerRow) => row.id).slice(0, 2)).toEqual(['many-1', 'many-2']);
    const second = (await ada.get(`/customers?q=many&cursor=${first.next}`)).json().data;
    expect(second.items[0].id).toBe('many-51');
  });

  test('a customer’s page has what they are, have and ordered, and nothing secret (product 17.3)', async () => {
    const { visitor, id } = await register('page@example.com');
    await visitor.post('/addresses', { ...aPostalAddress, label: 'Home' });
    const number = await placeOrder(visitor, 'page@example.com');
    const response = await ada.get(`/customers/${id}`);
    expect(response.json().data).toMatchObject({
      email: 'page@example.com',
      ways: { password: true, google: false },
      spent: 0,
      average: null,
      order_count: 1,
      orders: [{ number, status: 'on-hold' }],
      addresses: [{ label: 'Home' }],
      sessions: [{ device: expect.any(String) }],
      locks: { passwords_until: null, codes: false },
      erasure: { due_at: null, obstacle: expect.stringContaining(number) },
    });
    expect(response.body).not.toMatch(/argon2|hash|secret/i);
    for (const unknown of ['00000000-0000-0000-0000-000000000000', 'x'])
      expect((await ada.get(`/customers/${unknown}`)).json().code).toBe('CUSTOMER_NOT_FOUND');
  });

  test('notes are kept for colleagues, with who and when (product 17.4)', async () => {
    const { id } = await register('noted@example.com');
    const text = '<b>Prefers a call</b>';
    expect((await ada.post(`/customers/${id}/notes`, { text })).json().data.timeline).toMatchObject([
      { action: 'customer.noted', after: { note: text }, actor: { name: 'Ada', network: null } },
    ]);
    for (const odd of ['', ' ', 'x'.repeat(501), 'a\u0000b'])
      expect((await ada.post(`/customers/${id}/notes`, { text: odd })).statusCode).toBe(400);
    expect((await ada.post('/customers/nobody/notes', { text })).json().code).toBe('CUSTOMER_NOT_FOUND');
    expect(await findAudit(database, id)).toHaveLength(1);
  });

  test('a customer who typed too many wrong passwords is unlocked, here or in the terminal (product 17.5)', async () => {
    const { id } = await register('locked@example.com');
    const lock = async () => {
      for (let tries = 0; tries < 6; tries += 1) await aVisitor().login('locked@example.com', 'wrong password');
      expect((await aVisitor().login('locked@example.com')).statusCode).toBe(429);
    };
    await lock();
    expect((await ada.get(`/customers/${id}`)).json().data.locks.passwords_until).not.toBeNull();
    expect((await ada.post(`/customers/${id}/unlock`)).json().data.locks).toEqual({
      passwords_until: null,
      codes: false,
    });
    expect((await aVisitor().login('locked@example.com')).statusCode).toBe(200);
    await lock();
    const { context, printed } = anOperator(database, { clock });
    await unlockUser(context, ' Locked@example.com', { dryRun: true });
    await unlockUser(context, ' Locked@example.com', { dryRun: false });
    await unlockUser(context, 'locked@example.com', { dryRun: false });
    expect(printed).toEqual([
      'Dry run, nothing is written: locked@example.com could try again.',
      'locked@example.com can try again.',
      'locked@example.com was not locked.',
    ]);
    expect((await aVisitor().login('locked@example.com')).statusCode).toBe(200);
    const audit = await findAudit(database, id);
    expect(audit.map(({ who, action }) => [who, action])).toEqual([
      ['Ada', 'customer.unlocked'],
      ['grace', 'customer.unlocked'],
    ]);
    expect(JSON.stringify(audit)).not.toContain('locked@');
  });

  test('sessions of a customer are ended, one or all, and at once (product 17.6)', async () => {
    const { visitor, id } = await register('sessions@example.com');
    const other = aVisitor();
    await other.login('sessions@example.com', PASSWORD);
    const { sessions } = (await ada.get(`/customers/${id}`)).json().data;
    expect(sessions).toHaveLength(2);
    const stranger = await register('stranger@example.com');
    expect((await ada.delete(`/customers/${stranger.id}/sessions/${sessions[0].id}`)).json().code).toBe(
      'SESSION_NOT_FOUND',
    );
    expect((await ada.delete(`/customers/${id}/sessions/${sessions[0].id}`)).json().data.sessions).toHaveLength(1);
    const answers = [await visitor.get('/me'), await other.get('/me')].map(({ statusCode }) => statusCode);
    expect(answers.sort()).toEqual([200, 401]);
    expect((await ada.delete(`/customers/${id}/sessions`)).json().data.sessions).toEqual([]);
    expect([(await visitor.get('/me')).statusCode, (await other.get('/me')).statusCode]).toEqual([401, 401]);
    expect((await stranger.visitor.get('/me')).statusCode).toBe(200);
    expect((await findAudit(database, id)).map(({ action }) => action)).toEqual([
      'customer.session-ended',
      'customer.sessions-ended',
    ]);
  });

  test('who may only see customers changes nothing of them, and others do not see them (security 7.26)', async () => {
    const { id } = await register('seen@example.com');
    const packer = await new StaffVisitor(app, database, clock).join('packer@example.com', 'orders');
    expect((await packer.get(`/customers/${id}`)).statusCode).toBe(200);
    for (const path of ['notes', 'unlock', 'export', 'erasure'])
      expect((await packer.post(`/customers/${id}/${path}`, {})).json().code).toBe('NOT_ALLOWED');
    for (const path of ['sessions', 'erasure'])
      expect((await packer.delete(`/customers/${id}/${path}`)).json().code).toBe('NOT_ALLOWED');
    const editor = await new StaffVisitor(app, database, clock).join('editor@example.com', 'content');
    expect((await editor.get('/customers')).json().code).toBe('NOT_ALLOWED');
    expect(await findAudit(database, id)).toEqual([]);
  });
});
