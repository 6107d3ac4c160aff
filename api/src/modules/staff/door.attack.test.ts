import type { FastifyInstance } from 'fastify';
import { TOTP, Secret } from 'otpauth';
import type { Database } from '../../database/Database';
import { SoftPasskey } from '../../testing/SoftPasskey';
import { ADMIN, StaffVisitor } from '../../testing/StaffVisitor';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { Visitor } from '../../testing/Visitor';

const NOON = new Date('2026-11-21T12:00:00Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe.each(databaseKinds)('the door of the back office on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = NOON;
  const clock = { now: () => now };
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, clock);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    now = NOON;
    for (const table of ['staff', 'staff_invites', 'staff_challenges', 'counters'])
      await database.query(`DELETE FROM ${table}`);
  });

  const visit = (address?: string): StaffVisitor => new StaffVisitor(app, database, clock, address);
  const codeOf = (response: { json: <T>() => T }): string => response.json<{ code: string }>().code;
  const showCode = (secret: string, at: Date = now): string =>
    new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({ timestamp: at.getTime() });
  /** Accepts an invitation with an app. */
  const joinWithApp = async (email: string): Promise<{ visitor: StaffVisitor; secret: string; codes: string[] }> => {
    const visitor = visit();
    const key = await visitor.invite(email);
    const { secret } = (await visitor.post('/door/invite/app', { key })).json<{ secret: string }>();
    const accepted = await visitor.post('/door/invite/accept', { key, name: 'Alan', code: showCode(secret) });
    expect(accepted.statusCode).toBe(200);
    return { visitor, secret, codes: accepted.json<{ recovery_codes: string[] }>().recovery_codes };
  };

  test('whoever is invited creates a passkey, is signed in, and signs in again with it (product 16.2)', async () => {
    const ada = visit();
    const key = await ada.invite('Ada@Example.com', 'manager');
    expect((await ada.post('/door/invite', { key })).json()).toMatchObject({
      invitation: { email: 'ada@example.com', role: 'manager', invited_by: '' },
    });
    const accepted = await ada.accept(key);
    expect(accepted.json()).toMatchObject({
      me: { name: 'Ada', role: 'manager', ways: { passkey: true, app: false } },
    });
    expect(accepted.cookies).toMatchObject([{ name: 'staff', httpOnly: true, sameSite: 'Strict', path: '/' }]);
    await ada.delete('/me/session');
    expect((await ada.get('/me')).statusCode).toBe(401);
    expect((await ada.signIn()).statusCode).toBe(200);
    const me = (await ada.get('/me')).json<{ me: { permissions: string[] } }>().me;
    expect(me.permissions).toContain('orders.write');
    expect(me.permissions).not.toContain('staff.write');
  });

  test('an invitation works once, for 48 hours, for who has its key, and a second one replaces it (product 16.2)', async () => {
    const ada = visit();
    const first = await ada.invite('ada@example.com');
    const second = await ada.invite('ada@example.com');
    expect(codeOf(await ada.post('/door/invite', { key: first }))).toBe('INVITE_REFUSED');
    expect(codeOf(await ada.post('/door/invite', { key: 'guessed' }))).toBe('INVITE_REFUSED');
    expect((await ada.accept(second)).statusCode).toBe(200);
    const eve = visit();
    expect(codeOf(await eve.post('/door/invite/passkey', { key: second, name: 'Eve' }))).toBe('INVITE_REFUSED');
    const late = await ada.invite('late@example.com');
    now = new Date(NOON.getTime() + 48 * HOUR_MS);
    expect(codeOf(await visit().post('/door/invite', { key: late }))).toBe('INVITE_REFUSED');
  });

  test('of two who accept an invitation at once, one gets in', async () => {
    const [ada, eve] = [visit(), visit('203.0.113.21')];
    const key = await ada.invite('ada@example.com');
    const both = await Promise.all([ada.beginToAccept(key, 'Ada'), eve.beginToAccept(key, 'Eve')]);
    const answers = await Promise.all(both.map((finish) => finish()));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410]);
    expect((await database.query('SELECT 1 FROM staff')).rowCount).toBe(1);
  });

  test('a challenge works once, within five minutes, and for what it was made', async () => {
    const ada = await visit().join('ada@example.com');
    const challenge = ada.readChallenge(await ada.post('/door/passkey'));
    const proof = ada.passkey.prove({ challenge, origin: ADMIN });
    expect((await ada.post('/door/sign-in/passkey', { passkey: proof })).statusCode).toBe(200);
    expect(codeOf(await ada.post('/door/sign-in/passkey', { passkey: proof }))).toBe('CEREMONY_EXPIRED');
    const late = ada.readChallenge(await ada.post('/door/passkey'));
    now = new Date(NOON.getTime() + 5 * MINUTE_MS);
    expect(
      codeOf(
        await ada.post('/door/sign-in/passkey', { passkey: ada.passkey.prove({ challenge: late, origin: ADMIN }) }),
      ),
    ).toBe('CEREMONY_EXPIRED');
    const confirmation = ada.readChallenge(await ada.post('/me/confirmation/passkey'));
    expect(
      codeOf(
        await ada.post('/door/sign-in/passkey', {
          passkey: ada.passkey.prove({ challenge: confirmation, origin: ADMIN }),
        }),
      ),
    ).toBe('CEREMONY_EXPIRED');
  });

  test('a passkey of another site, of nobody, without a verified person, or whose counter went back is refused', async () => {
    const ada = await visit().join('ada@example.com');
    const attempt = async (passkey: SoftPasskey, origin = ADMIN): Promise<string> => {
      const challenge = ada.readChallenge(await ada.post('/door/passkey'));
      return codeOf(await ada.post('/door/sign-in/passkey', { passkey: passkey.prove({ challenge, origin }) }));
    };
    expect(await attempt(ada.passkey, 'http://shop.test')).toBe('STAFF_SIGN_IN_REFUSED');
    expect(await attempt(ada.passkey, 'https://evil.example')).toBe('STAFF_SIGN_IN_REFUSED');
    expect(await attempt(new SoftPasskey())).toBe('STAFF_SIGN_IN_REFUSED');
    ada.passkey.verifiesPerson = false;
    expect(await attempt(ada.passkey)).toBe('STAFF_SIGN_IN_REFUSED');
    ada.passkey.verifiesPerson = true;
    expect((await ada.signIn()).statusCode).toBe(200);
    ada.passkey.counter -= 1;
    expect(await attempt(ada.passkey)).toBe('STAFF_SIGN_IN_REFUSED');
  });

  test('who has no passkey signs in with a code of an app, which works once, and with recovery codes (product 16.3)', async () => {
    const { visitor, secret, codes } = await joinWithApp('alan@example.com');
    expect(codes).toHaveLength(10);
    const signIn = (code: string, email = 'alan@example.com') => visit().post('/door/sign-in/code', { email, code });
    expect(codeOf(await signIn(showCode(secret)))).toBe('STAFF_SIGN_IN_REFUSED'); // used when it was connected
    now = new Date(NOON.getTime() + MINUTE_MS);
    expect((await signIn(showCode(secret))).statusCode).toBe(200);
    expect(codeOf(await signIn(showCode(secret)))).toBe('STAFF_SIGN_IN_REFUSED');
    expect((await signIn(codes[0]?.toUpperCase() ?? '')).statusCode).toBe(200);
    expect(codeOf(await signIn(codes[0] ?? ''))).toBe('STAFF_SIGN_IN_REFUSED');
    expect(visitor.cookies.size).toBe(1);
    const { rows } = await database.query<{ text: string }>('SELECT c::text AS text FROM staff_credentials c');
    const stored = rows.map(({ text }) => text).join('\n');
    expect(stored).not.toContain(secret);
    for (const code of codes) expect(stored).not.toContain(code.replace('-', ''));
  });

  test('codes cannot be guessed: after five in a quarter of an hour, also the right one is refused (product 16.3)', async () => {
    const { secret } = await joinWithApp('alan@example.com');
    now = new Date(NOON.getTime() + MINUTE_MS);
    const signIn = (code: string, address: string) =>
      visit(address).post('/door/sign-in/code', { email: 'alan@example.com', code });
    for (let tries = 0; tries < 5; tries += 1)
      expect(codeOf(await signIn('000000', `198.51.100.${tries}`))).toBe('STAFF_SIGN_IN_REFUSED');
    expect(codeOf(await signIn(showCode(secret), '198.51.100.9'))).toBe('TOO_MANY_ATTEMPTS');
  });

  test('an address that is not staff, and one of a customer, get the same answer as a wrong code', async () => {
    await new Visitor(app, database).register('customer@example.com');
    await joinWithApp('alan@example.com');
    const answers = await Promise.all(
      ['alan@example.com', 'customer@example.com', 'nobody@example.com'].map(async (email) => {
        const { statusCode, body } = await visit().post('/door/sign-in/code', { email, code: '000000' });
        return [statusCode, body];
      }),
    );
    expect(new Set(answers.map(String)).size).toBe(1);
  });

  test('a session ends after an hour of idleness, after twelve hours, and when the person is suspended (product 16.4)', async () => {
    const ada = await visit().join('ada@example.com');
    const grace = await visit().join('grace@example.com', 'owner', 'Grace');
    now = new Date(NOON.getTime() + HOUR_MS - 1);
    expect((await ada.get('/me')).statusCode).toBe(200);
    now = new Date(NOON.getTime() + 2 * HOUR_MS);
    expect((await ada.get('/me')).statusCode).toBe(401);
    expect((await grace.get('/me')).statusCode).toBe(401);
    expect((await ada.signIn()).statusCode).toBe(200);
    expect((await grace.signIn()).statusCode).toBe(200);
    for (let hours = 2; hours < 14; hours += 0.5) {
      now = new Date(NOON.getTime() + hours * HOUR_MS);
      expect([hours, (await ada.get('/me')).statusCode]).toEqual([hours, 200]);
      await grace.get('/me');
    }
    now = new Date(NOON.getTime() + 14 * HOUR_MS);
    expect((await ada.get('/me')).statusCode).toBe(401);
    await ada.signIn();
    await grace.signIn();
    const { id } = (await grace.get('/me')).json<{ me: { id: string } }>().me;
    expect((await ada.patch(`/staff/${id}`, { status: 'suspended' })).statusCode).toBe(200);
    expect((await grace.get('/me')).statusCode).toBe(401);
    expect(codeOf(await grace.signIn())).toBe('STAFF_SIGN_IN_REFUSED');
  });

  test("a customer's session opens nothing here, and a staff session nothing of a customer", async () => {
    const customer = new Visitor(app, database);
    await customer.register('both@example.com');
    const ada = await visit().join('both@example.com');
    const asStaff = visit();
    for (const [name, value] of customer.cookies) asStaff.cookies.set(name, value);
    asStaff.cookies.set('staff', customer.cookies.get('sid') ?? '');
    expect((await asStaff.get('/me')).statusCode).toBe(401);
    const shopper = new Visitor(app, database);
    shopper.cookies.set('sid', ada.cookies.get('staff') ?? '');
    expect((await shopper.get('/me')).statusCode).toBe(401);
  });

  test('the cookie over TLS is __Host-staff, Secure and Strict', async () => {
    const secure = await buildTestApp(database, { adminUrl: 'https://admin.shop.test' }, clock);
    const ada = new StaffVisitor(secure, database, clock);
    const origin = 'https://admin.shop.test';
    const headers = { origin };
    const key = await ada.invite('ada@example.com');
    const challenge = ada.readChallenge(await ada.post('/door/invite/passkey', { key, name: 'Ada' }, { headers }));
    const passkey = ada.passkey.create({ challenge, origin });
    const accepted = await ada.post('/door/invite/accept', { key, name: 'Ada', passkey }, { headers });
    expect(accepted.cookies).toMatchObject([
      { name: '__Host-staff', secure: true, httpOnly: true, sameSite: 'Strict', path: '/' },
    ]);
    await secure.close();
  });
});
