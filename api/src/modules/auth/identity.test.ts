import { login, register, verifyOtp } from '@shop/contracts';
import { Check } from '@sinclair/typebox/value';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { PASSWORD, Visitor } from '../../testing/Visitor';

describe.each(databaseKinds)('identity on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = new Date('2026-11-21T12:00:00Z');
  let people = 0;
  const newEmail = () => `shopper-${(people += 1)}@example.com`;
  const newVisitor = () => new Visitor(app, database, `198.51.${Math.floor(people / 200)}.${people % 200}`);
  const advanceClock = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test('a shopper registers with the code from the mailbox and is signed in', async () => {
    const email = newEmail();
    const visitor = newVisitor();
    const started = await visitor.post('/register', {
      name: ' Ada Lovelace ',
      email: email.toUpperCase(),
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    expect(started.statusCode).toBe(200);
    expect(Check(register.response, started.json())).toBe(true);
    const verified = await visitor.post('/verify-otp', {
      user_id: started.json().user_id,
      otp: await visitor.readCode(email),
    });
    expect(Check(verifyOtp.response, verified.json())).toBe(true);
    expect(verified.json().user).toMatchObject({ name: 'Ada Lovelace', email, phone: '', is_verified: true });
    expect(verified.json().user.id).not.toBe(started.json().user_id);
    expect((await visitor.get('/me')).json()).toMatchObject({
      user: { email },
      ways: { password: true, google: false },
      token: visitor.token,
    });
  });

  test('a customer logs in with a password and logs out (product 8.3, 8.4)', async () => {
    const email = newEmail();
    await newVisitor().register(email);
    const visitor = newVisitor();
    const response = await visitor.login(` ${email} `.trim());
    expect(Check(login.response, response.json())).toBe(true);
    const session = response.cookies.find(({ name }) => name === 'sid');
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(session?.maxAge).toBeUndefined(); // ends with the browser
    expect((await visitor.post('/logout')).statusCode).toBe(200);
    expect(visitor.cookies.has('sid')).toBe(false);
    expect((await newVisitor().get('/me')).statusCode).toBe(401);
  });

  test('"Remember me" keeps the session for 30 days; otherwise it ends after a day (product 8.4)', async () => {
    const email = newEmail();
    await newVisitor().register(email);
    const [remembered, forgotten] = [newVisitor(), newVisitor()];
    const response = await remembered.post('/login', { email, password: PASSWORD, remember: true });
    expect(response.cookies.find(({ name }) => name === 'sid')?.maxAge).toBe(2_592_000);
    await forgotten.login(email);
    advanceClock(23 * 3600);
    expect((await forgotten.get('/me')).statusCode).toBe(200);
    advanceClock(2 * 3600);
    expect((await forgotten.get('/me')).statusCode).toBe(401);
    expect((await remembered.get('/me')).statusCode).toBe(200);
    for (let days = 0; days < 28; days += 6) {
      expect((await remembered.get('/me')).statusCode).toBe(200);
      advanceClock(6 * 86_400);
    }
    expect((await remembered.get('/me')).statusCode).toBe(401); // expires after 30 days, however often it was used
  });

  test('user_id is a random challenge id, never the id of an account (product 8.14)', async () => {
    const email = newEmail();
    const visitor = newVisitor();
    const ids = [(await visitor.post('/register', { name: 'Ada', email, password: PASSWORD })).json().user_id];
    const { user } = (
      await visitor.post('/verify-otp', { user_id: ids[0], otp: await visitor.readCode(email) })
    ).json();
    for (const purpose of ['login', 'reset', 'reset']) {
      advanceClock(61);
      ids.push((await newVisitor().post('/forgot-password', { email, purpose })).json().user_id);
    }
    const unknown = newEmail();
    ids.push((await newVisitor().post('/forgot-password', { email: unknown })).json().user_id);
    for (const id of ids) expect(id).toMatch(/^[\w-]{20,}$/);
    expect(new Set([user.id, ...ids]).size).toBe(6);
  });

  test('the calls of accounts return status, message, user_id, user and token as needed (product 11.2)', async () => {
    const email = newEmail();
    const visitor = newVisitor();
    const call = async (path: string, body?: object) => {
      const response = await visitor.post(path, body);
      expect([path, response.statusCode]).toEqual([path, 200]);
      return response.json();
    };
    const success = { status: true, message: expect.any(String) };
    const user = { id: expect.any(String), name: 'Ada', email, phone: '', is_verified: true };
    const sent = { ...success, user_id: expect.any(String), code_sent: true, next_code_s: 60 };
    const registered = await call('/register', { name: 'Ada', email, password: PASSWORD, phone: '' });
    expect(registered).toEqual(sent);
    const otp = await visitor.readCode(email);
    const verified = await call('/verify-otp', { user_id: registered.user_id, otp });
    expect(verified).toEqual({ ...success, token: expect.any(String), user });
    expect(await call('/logout')).toEqual(success);
    visitor.token = undefined;
    advanceClock(61);
    const forgotten = await call('/forgot-password', { email });
    expect(forgotten).toEqual(sent);
    const code = await visitor.readCode(email);
    expect(await call('/verify-reset-otp', { user_id: forgotten.user_id, otp: code })).toEqual(success);
    expect(await call('/reset-password', { email, password: 'another password' })).toEqual(success);
    const loggedIn = await call('/login', { email, password: 'another password' });
    expect(loggedIn).toEqual({ ...success, user, token: expect.any(String) });
  });

  test('a remembered session expires after a week without use (product 8.4)', async () => {
    const email = newEmail();
    await newVisitor().register(email);
    const visitor = newVisitor();
    await visitor.post('/login', { email, password: PASSWORD, remember: true });
    advanceClock(7 * 86_400 + 1);
    expect((await visitor.get('/me')).statusCode).toBe(401);
  });

  test('a customer logs in with a code', async () => {
    const email = newEmail();
    await newVisitor().register(email);
    advanceClock(61);
    const visitor = newVisitor();
    const { user_id } = (await visitor.post('/forgot-password', { email, purpose: 'login' })).json();
    const response = await visitor.post('/verify-otp', { user_id, otp: await visitor.readCode(email), remember: true });
    expect(response.json()).toMatchObject({ user: { email } });
    expect((await visitor.get('/me')).statusCode).toBe(200);
  });

  test('resetting a password ends every session, notifies the owner and signs nobody in', async () => {
    const email = newEmail();
    const elsewhere = newVisitor();
    await elsewhere.register(email);
    advanceClock(61);
    const visitor = newVisitor();
    const { user_id } = (await visitor.post('/forgot-password', { email })).json();
    expect((await visitor.post('/verify-reset-otp', { user_id, otp: await visitor.readCode(email) })).statusCode).toBe(
      200,
    );
    const grant = visitor.cookies.get('rst');
    expect(grant).toBeDefined();
    expect((await visitor.post('/reset-password', { email, password: 'another password' })).statusCode).toBe(200);
    expect(visitor.cookies.has('sid')).toBe(false);
    expect((await elsewhere.get('/me')).statusCode).toBe(401);
    expect((await newVisitor().login(email)).statusCode).toBe(401);
    expect((await newVisitor().login(email, 'another password')).statusCode).toBe(200);
    expect((await visitor.readMails(email)).map(({ subject }) => subject)).toContain('Your password was changed');
  });

  test('a new code is sent after a minute at the earliest; those of the last three mails are valid until one is used', async () => {
    const email = newEmail();
    const visitor = newVisitor();
    const { user_id } = (await visitor.post('/register', { name: 'Ada', email, password: PASSWORD })).json();
    const first = await visitor.readCode(email);
    advanceClock(20);
    expect((await visitor.post('/resend-otp', { user_id })).json()).toMatchObject({
      code_sent: false,
      next_code_s: 40,
      message: 'We have already sent codes to this address.',
    });
    expect(await visitor.readMails(email)).toHaveLength(1);
    const codes = [first];
    for (let mail = 1; mail < 4; mail += 1) {
      advanceClock(61);
      expect((await visitor.post('/resend-otp', { user_id })).json()).toMatchObject({ code_sent: true });
      codes.push(await visitor.readCode(email));
    }
    const [oldest = '', second = '', , last = ''] = codes;
    const verify = (otp: string) => visitor.post('/verify-otp', { user_id, otp });
    if (!codes.slice(1).includes(oldest)) expect((await verify(oldest)).json().code).toBe('CODE_REFUSED');
    expect((await verify(second)).statusCode).toBe(200);
    expect((await verify(last)).json().code).toBe('CODE_REFUSED');
  });

  test('a code requested twice within a minute works with the second challenge', async () => {
    const email = newEmail();
    await newVisitor().register(email);
    advanceClock(61);
    const visitor = newVisitor();
    await visitor.post('/forgot-password', { email, purpose: 'login' });
    const { user_id } = (await visitor.post('/forgot-password', { email, purpose: 'login' })).json();
    expect((await visitor.post('/verify-otp', { user_id, otp: await visitor.readCode(email) })).statusCode).toBe(200);
  });

  test('wrong, expired and used codes get the same message', async () => {
    const refusal = {
      code: 'CODE_REFUSED',
      message: 'That code is incorrect or has expired. Check it, or request a new one.',
    };
    const email = newEmail();
    const visitor = newVisitor();
    const { user_id } = (await visitor.post('/register', { name: 'Ada', email, password: PASSWORD })).json();
    const code = await visitor.readCode(email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await visitor.post('/verify-otp', { user_id, otp: wrong })).json()).toMatchObject(refusal);
    advanceClock(601);
    expect((await visitor.post('/verify-otp', { user_id, otp: code })).json()).toMatchObject(refusal);
    await visitor.post('/resend-otp', { user_id });
    const fresh = await visitor.readCode(email);
    expect((await visitor.post('/verify-otp', { user_id, otp: fresh })).statusCode).toBe(200);
    expect((await newVisitor().post('/verify-otp', { user_id, otp: fresh })).json()).toMatchObject(refusal);
  });

  test('two concurrent clicks on Verify create one account', async () => {
    const email = newEmail();
    const visitor = newVisitor();
    const { user_id } = (await visitor.post('/register', { name: 'Ada', email, password: PASSWORD })).json();
    const otp = await visitor.readCode(email);
    const responses = await Promise.all([
      newVisitor().post('/verify-otp', { user_id, otp }),
      newVisitor().post('/verify-otp', { user_id, otp }),
    ]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    expect((await database.query('SELECT 1 FROM accounts WHERE email = $1', [email])).rowCount).toBe(1);
  });

  test.each([
    ['name', { name: '   ' }, 'Enter a name of 1 to 120 characters.'],
    ['name', { name: 'a'.repeat(121) }, 'Enter a name of 1 to 120 characters.'],
    ['name', { name: 'Ada\nBcc: all@example.com' }, 'Enter a name of 1 to 120 characters.'],
    ['email', { email: 'nobody' }, 'Enter an email address, such as name@example.com.'],
    ['email', { email: `${'a'.repeat(250)}@example.com` }, 'Enter an email address, such as name@example.com.'],
    ['password', { password: 'short' }, 'Use 8 to 128 characters.'],
    ['password', { password: 'x'.repeat(129) }, 'Use 8 to 128 characters.'],
    ['phone', { phone: 'call me' }, 'Enter a phone number, such as +1 212 555 0100.'],
    ['confirmPassword', { confirmPassword: 'another one' }, "Passwords don't match!"],
  ])('an invalid %s is reported by field', async (field, change, text) => {
    const response = await newVisitor().post('/register', {
      name: 'Ada',
      email: newEmail(),
      password: PASSWORD,
      ...change,
    });
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.json().fields).toEqual({ [field]: text });
  });

  describe('the account', () => {
    let visitor: Visitor;
    let email: string;
    beforeEach(async () => {
      email = newEmail();
      visitor = newVisitor();
      await visitor.register(email);
      advanceClock(61);
    });

    test('name and phone can be changed, other fields cannot (product 9.1)', async () => {
      expect((await visitor.patch('/me', { name: 'Ada King', phone: '+44 20 7946 0000' })).json().user).toMatchObject({
        name: 'Ada King',
        phone: '+44 20 7946 0000',
        email,
      });
      expect((await visitor.patch('/me', { email: 'other@example.com' })).statusCode).toBe(400);
      expect((await visitor.patch('/me', { is_verified: false })).statusCode).toBe(400);
    });

    test('changing the password requires the current one, ends other sessions and renews the id of this one (product 9.1)', async () => {
      const elsewhere = newVisitor();
      await elsewhere.login(email);
      const before = visitor.cookies.get('sid');
      const wrong = await visitor.post('/me/password', { current_password: 'not it', password: 'a new password' });
      expect(wrong).toMatchObject({ statusCode: 422 });
      expect(wrong.json().fields.current_password).toBe('This is not your current password.');
      expect(
        (await visitor.post('/me/password', { current_password: PASSWORD, password: 'a new password' })).statusCode,
      ).toBe(200);
      expect(visitor.cookies.get('sid')).not.toBe(before);
      expect((await visitor.get('/me')).statusCode).toBe(200);
      expect((await elsewhere.get('/me')).statusCode).toBe(401);
      expect((await newVisitor().login(email, 'a new password')).statusCode).toBe(200);
    });

    test('who has verified an address is welcomed by the storefront that the browser shows (product 14.5)', async () => {
      const [jeweler, grocer] = [newVisitor(), newVisitor()];
      grocer.cookies.set('storefront', 'organic');
      for (const [shopper, name] of [
        [jeweler, 'Oriel'],
        [grocer, 'Furrow'],
      ] as const) {
        const address = newEmail();
        await shopper.register(address);
        const mails = await shopper.readMails(address);
        expect(mails.map(({ subject }) => subject)).toEqual(['Your code to create an account', `Welcome to ${name}`]);
        expect(mails[1]?.text).toMatch(/^Hello Ada Lovelace,\n/);
      }
    });

    test('the email address changes once its code is verified, and the old address is notified (product 9.1)', async () => {
      const next = newEmail();
      expect((await visitor.post('/me/email', { email: next, current_password: 'not it' })).statusCode).toBe(422);
      const { user_id } = (await visitor.post('/me/email', { email: next, current_password: PASSWORD })).json();
      expect((await visitor.get('/me')).json().user.email).toBe(email);
      const response = await visitor.post('/me/email/verify', { user_id, otp: await visitor.readCode(next) });
      expect(response.json().user.email).toBe(next);
      expect((await visitor.readMails(email)).at(-1)?.subject).toBe('The address of your account was changed');
      expect((await newVisitor().login(email)).statusCode).toBe(401);
      expect((await newVisitor().login(next)).statusCode).toBe(200);
    });

    test('the address of another account cannot be taken, and its owner is notified', async () => {
      const taken = newEmail();
      await newVisitor().register(taken);
      advanceClock(61);
      expect((await visitor.post('/me/email', { email: taken, current_password: PASSWORD })).statusCode).toBe(200);
      expect((await visitor.readMails(taken)).at(-1)?.subject).toBe('You already have an account');
    });

    test('sessions are listed with their device and can be ended one by one (product 9.1)', async () => {
      const phone = newVisitor();
      await phone.post(
        '/login',
        { email, password: PASSWORD },
        {
          headers: {
            'user-agent':
              'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
          },
        },
      );
      const { data } = (await visitor.get('/sessions')).json();
      expect(data).toHaveLength(2);
      const other = data.find(({ current }: { current: boolean }) => !current);
      expect(other.device).toBe('Safari on iOS');
      expect(JSON.stringify(data)).not.toContain(phone.cookies.get('sid'));
      expect((await visitor.delete(`/sessions/${other.id}`)).statusCode).toBe(200);
      expect((await phone.get('/me')).statusCode).toBe(401);
      expect((await visitor.delete(`/sessions/${other.id}`)).statusCode).toBe(404);
    });

    test('the activity is listed, newest first (product 9.1)', async () => {
      await visitor.post('/me/password', { current_password: PASSWORD, password: 'a new password' });
      const { data } = (await visitor.get('/history')).json();
      expect(data.map(({ kind: what }: { kind: string }) => what)).toEqual(['password-changed', 'registered']);
    });
  });
});
