import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { findAudit } from '../../testing/anOperator';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { PASSWORD, Visitor } from '../../testing/Visitor';

describe.each(databaseKinds)('a customer’s own data on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = new Date('2026-11-21T12:00:00Z');
  let people = 0;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const register = async () => {
    people += 1;
    const email = `mine-${people}@example.com`;
    const visitor = new Visitor(app, database, `10.3.${people}.7`);
    const { id } = (await visitor.register(email)).json<{ user: { id: string } }>().user;
    now = new Date(now.getTime() + 61_000);
    return { visitor, id, email };
  };
  const give = (visitor: Visitor, current_password: string, format = 'json') =>
    visitor.post('/me/export', { format, current_password });

  test('is downloaded with the password, as JSON and as a page (product 17.13)', async () => {
    const { visitor, id, email } = await register();
    const json = (await give(visitor, PASSWORD)).json<{ name: string; content: string }>();
    expect([json.name, JSON.parse(json.content)]).toEqual([
      'personal-data-2026-11-21.json',
      expect.objectContaining({ email, parts: expect.any(Array) }),
    ]);
    expect((await give(visitor, PASSWORD, 'html')).json().content).toContain('<h2>Account</h2>');
    expect((await findAudit(database, id)).map(({ who, action }) => [who, action])).toEqual([
      ['Customer', 'customer.exported'],
      ['Customer', 'customer.exported'],
    ]);
  });

  test('is neither taken out nor deleted by who has only the session, or another account (security 1.15)', async () => {
    const { visitor, id } = await register();
    for (const path of ['/me/export', '/me/erasure']) {
      const body = path === '/me/export' ? { format: 'json' } : {};
      const wrong = await visitor.post(path, { ...body, current_password: 'not the password' });
      expect([wrong.statusCode, wrong.json().fields]).toEqual([
        422,
        { current_password: 'This is not your current password.' },
      ]);
      expect((await visitor.post(path, body)).statusCode).toBe(400);
      expect((await new Visitor(app, database).post(path, { ...body, current_password: PASSWORD })).statusCode).toBe(
        401,
      );
      const planted = await visitor.post(
        path,
        { ...body, current_password: PASSWORD },
        { headers: { authorization: '' } },
      );
      expect(planted.statusCode).toBe(401);
    }
    expect((await visitor.get('/me/erasure')).json().data).toEqual({ due_at: null, obstacle: null });
    expect(await findAudit(database, id)).toEqual([]);
  });

  test('is asked for ten times an hour at most (security 1.15)', async () => {
    const { visitor } = await register();
    for (let times = 0; times < 10; times += 1) expect((await give(visitor, PASSWORD)).statusCode).toBe(200);
    const refused = await give(visitor, PASSWORD);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    now = new Date(now.getTime() + 3_600_001);
    expect((await give(visitor, PASSWORD)).statusCode).toBe(200);
  });

  test('is deleted in a week with the password, and kept with one call (product 17.14)', async () => {
    const { visitor, id, email } = await register();
    const due = new Date(now.getTime() + 7 * 86_400_000).toISOString();
    for (let times = 0; times < 2; times += 1)
      expect((await visitor.post('/me/erasure', { current_password: PASSWORD })).json().data).toEqual({
        due_at: due,
        obstacle: null,
      });
    const mails = await visitor.readMails(email);
    expect(mails.map(({ subject }) => subject).slice(-1)).toEqual([
      expect.stringContaining('Your account will be erased on'),
    ]);
    expect(mails.at(-1)?.text).toContain('http://shop.test/account');
    const stranger = await register();
    await stranger.visitor.delete('/me/erasure');
    expect((await visitor.get('/me/erasure')).json().data.due_at).toBe(due);
    for (let times = 0; times < 2; times += 1)
      expect((await visitor.delete('/me/erasure')).json().data).toEqual({ due_at: null, obstacle: null });
    expect((await findAudit(database, id)).map(({ who, action }) => [who, action])).toEqual([
      ['Customer', 'customer.erasure-started'],
      ['Customer', 'customer.erasure-stopped'],
    ]);
    expect(JSON.stringify(await findAudit(database, id))).not.toContain(email);
  });

  test('stays while an order is unpaid, and the order is named (product 17.11)', async () => {
    const { visitor, email } = await register();
    const { number } = (
      await visitor.post('/orders', anOrderBody({ billing: { ...anOrderBody().billing, email } }), {
        headers: { 'idempotency-key': newKey() },
      })
    ).json<{ order: { number: string } }>().order;
    const refused = await visitor.post('/me/erasure', { current_password: PASSWORD });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining(`Order ${number} is not paid`),
    ]);
    expect((await visitor.get('/me/erasure')).json().data).toEqual({
      due_at: null,
      obstacle: expect.stringContaining(number),
    });
    await visitor.post(`/orders/${number}/cancel`);
    expect((await visitor.post('/me/erasure', { current_password: PASSWORD })).statusCode).toBe(200);
  });

  test('of a customer without a password is neither, until they set one (product 17.13)', async () => {
    const { visitor, id } = await register();
    await database.query('UPDATE accounts SET password_hash = NULL WHERE id = $1', [id]);
    const refused = await give(visitor, PASSWORD);
    expect([refused.statusCode, refused.json().fields]).toEqual([
      422,
      { current_password: expect.stringContaining('no password yet') },
    ]);
  });
});
