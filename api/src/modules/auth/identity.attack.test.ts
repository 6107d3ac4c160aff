import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, aPostalAddress, buildTestApp, newKey, noPictures } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { createDatabaseLimits } from '../../limits/createDatabaseLimits';
import { PASSWORD, Visitor } from '../../testing/Visitor';
import { PasswordHasher } from './PasswordHasher';

describe.each(databaseKinds)('attacks on identity on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = new Date('2026-11-21T12:00:00Z');
  let people = 0;
  const newEmail = () => `shopper-${(people += 1)}@example.com`;
  const newAddress = () => `10.${Math.floor(people / 250)}.${people % 250}.${Math.floor(Math.random() * 250)}`;
  const newVisitor = (address = newAddress()) => new Visitor(app, database, address);
  const advanceClock = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
  const readStatuses = (responses: readonly { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode);

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  /** Registers an account and waits until it may receive another mail. */
  const registerAccount = async (): Promise<{ email: string; visitor: Visitor }> => {
    const email = newEmail();
    const visitor = newVisitor();
    await visitor.register(email);
    advanceClock(61);
    return { email, visitor };
  };
  const startReset = async (email: string, visitor: Visitor): Promise<string> =>
    (await visitor.post('/forgot-password', { email })).json().user_id;
  const grantReset = async (email: string): Promise<Visitor> => {
    const visitor = newVisitor();
    const user_id = await startReset(email, visitor);
    expect((await visitor.post('/verify-reset-otp', { user_id, otp: await visitor.readCode(email) })).statusCode).toBe(
      200,
    );
    return visitor;
  };

  describe('account takeover by /reset-password', () => {
    test('without the grant cookie nothing is reset (product 8.11)', async () => {
      const { email } = await registerAccount();
      await grantReset(email);
      expect((await newVisitor().post('/reset-password', { email, password: 'taken over' })).statusCode).toBe(403);
      expect((await newVisitor().login(email)).statusCode).toBe(200);
    });

    test("A's grant does not reset B's password, and remains valid for A (product 8.11)", async () => {
      const [a, b] = [await registerAccount(), await registerAccount()];
      const attacker = await grantReset(a.email);
      expect((await attacker.post('/reset-password', { email: b.email, password: 'taken over' })).statusCode).toBe(403);
      expect((await newVisitor().login(b.email)).statusCode).toBe(200);
      expect((await attacker.post('/reset-password', { email: a.email, password: 'my own again' })).statusCode).toBe(
        200,
      );
    });

    test('a grant works once (product 8.11)', async () => {
      const { email } = await registerAccount();
      const visitor = await grantReset(email);
      const grant = visitor.cookies.get('rst') ?? '';
      await visitor.post('/reset-password', { email, password: 'first password' });
      visitor.cookies.set('rst', grant);
      expect((await visitor.post('/reset-password', { email, password: 'second password' })).statusCode).toBe(403);
      expect((await newVisitor().login(email, 'first password')).statusCode).toBe(200);
    });

    test('a grant expires after 10 minutes (product 8.11)', async () => {
      const { email } = await registerAccount();
      const visitor = await grantReset(email);
      advanceClock(601);
      expect((await visitor.post('/reset-password', { email, password: 'too late now' })).statusCode).toBe(403);
    });

    test('of two concurrent resets one succeeds', async () => {
      const { email } = await registerAccount();
      const visitor = await grantReset(email);
      const responses = await Promise.all(
        ['one password', 'two password'].map((password) => visitor.post('/reset-password', { email, password })),
      );
      expect(readStatuses(responses).filter((status) => status === 200)).toHaveLength(1);
    });

    test('the grant cookie is limited to this origin, hidden from scripts and valid for 10 minutes', async () => {
      const { email } = await registerAccount();
      const secure = await buildTestApp(database, { publicUrl: 'https://shop.test' }, { now: () => now });
      const visitor = new Visitor(secure, database, newAddress());
      const user_id = await startReset(email, visitor);
      const response = await visitor.post('/verify-reset-otp', { user_id, otp: await visitor.readCode(email) });
      expect(response.cookies).toEqual([
        expect.objectContaining({
          name: '__Host-rst',
          httpOnly: true,
          secure: true,
          sameSite: 'Strict',
          path: '/',
          maxAge: 600,
        }),
      ]);
      await secure.close();
    });
  });

  test('a code works only for the purpose it was sent for', async () => {
    const attempts: Record<string, number[]> = {};
    for (const purpose of ['register', 'login', 'reset'] as const) {
      for (const endpoint of ['/verify-otp', '/verify-reset-otp']) {
        const { email: known } = await registerAccount();
        const email = purpose === 'register' ? newEmail() : known;
        const visitor = newVisitor();
        const started =
          purpose === 'register'
            ? await visitor.post('/register', { name: 'Ada', email, password: PASSWORD })
            : await visitor.post('/forgot-password', { email, purpose });
        const response = await visitor.post(endpoint, {
          user_id: started.json().user_id,
          otp: await visitor.readCode(email),
        });
        (attempts[purpose] ??= []).push(response.statusCode);
      }
    }
    expect(attempts).toEqual({ register: [200, 422], login: [200, 422], reset: [422, 200] });
  });

  describe('code guessing', () => {
    test('of 100 concurrent wrong codes 5 are checked, and then the correct one is refused, too', async () => {
      const email = newEmail();
      const visitor = newVisitor();
      const { user_id } = (await visitor.post('/register', { name: 'Ada', email, password: PASSWORD })).json();
      const right = await visitor.readCode(email);
      const wrong = Array.from({ length: 100 }, (_, index) => String(index).padStart(6, '0')).map((code) =>
        code === right ? '999999' : code,
      );
      const responses = await Promise.all(wrong.map((otp) => newVisitor().post('/verify-otp', { user_id, otp })));
      const codes = responses.map((response) => response.json().code);
      expect(codes.filter((code) => code === 'CODE_REFUSED')).toHaveLength(5);
      expect(codes.filter((code) => code === 'CODE_TRIES_EXHAUSTED')).toHaveLength(95);
      expect((await visitor.post('/verify-otp', { user_id, otp: right })).json().code).toBe('CODE_TRIES_EXHAUSTED');
    });

    test('a login code opens only one session, even with concurrent requests', async () => {
      const { email } = await registerAccount();
      advanceClock(61);
      const { user_id } = (await newVisitor().post('/forgot-password', { email, purpose: 'login' })).json();
      const otp = await newVisitor().readCode(email);
      const visitors = Array.from({ length: 4 }, () => newVisitor());
      const responses = await Promise.all(visitors.map((visitor) => visitor.post('/verify-otp', { user_id, otp })));
      expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422]);
      expect((await newVisitor().post('/verify-otp', { user_id, otp })).json().code).toBe('CODE_REFUSED');
    });

    test('a request that arrives while the code is being used gets the error for used codes, not for too many attempts', async () => {
      const { email } = await registerAccount();
      advanceClock(61);
      const { user_id } = (await newVisitor().post('/forgot-password', { email, purpose: 'login' })).json();
      const otp = await newVisitor().readCode(email);
      let signalReached = (): void => undefined;
      let resume = (): void => undefined;
      const reached = new Promise<void>((resolve) => (signalReached = resolve));
      const resumed = new Promise<void>((resolve) => (resume = resolve));
      const query = async (...args: Parameters<typeof database.pool.query>): Promise<unknown> => {
        if (JSON.stringify(args).includes('tries = tries + 1')) {
          signalReached();
          await resumed;
        }
        return database.query(...args);
      };
      const paused = await buildTestApp(
        new Proxy(database, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) }),
        {},
        { now: () => now },
      );
      const late = new Visitor(paused, database, newAddress()).post('/verify-otp', { user_id, otp });
      await reached;
      expect((await newVisitor().post('/verify-otp', { user_id, otp })).statusCode).toBe(200);
      resume();
      expect((await late).json().code).toBe('CODE_REFUSED');
      await paused.close();
    });

    test('new codes allow no more than 50 attempts a day', async () => {
      const { email } = await registerAccount();
      let evaluated = 0;
      let last = '';
      for (let round = 0; round < 12; round += 1) {
        advanceClock((3 * 3600) / 4 + 61);
        const visitor = newVisitor();
        const { user_id } = (await visitor.post('/forgot-password', { email, purpose: 'login' })).json();
        await app.afterReply.settled();
        for (let guess = 0; guess < 5; guess += 1) {
          last = (await visitor.post('/verify-otp', { user_id, otp: 'wrong!' })).json().code;
          if (last === 'CODE_REFUSED') evaluated += 1;
        }
      }
      expect(evaluated).toBe(49); // the code of the registration was the first of the fifty
      expect(last).toBe('CODE_TRIES_EXHAUSTED_TODAY');
    });

    test('codes, ids and passwords are not stored in plain text', async () => {
      const email = newEmail();
      const visitor = newVisitor();
      const { user_id } = (await visitor.post('/register', { name: 'Ada', email, password: PASSWORD })).json();
      const code = await visitor.readCode(email);
      await visitor.post('/verify-otp', { user_id, otp: code });
      const stored = await Promise.all(
        ['codes', 'challenges', 'sessions', 'accounts'].map((table) =>
          database.query(`SELECT row_to_json(t)::text AS row FROM ${table} t`),
        ),
      );
      const text = JSON.stringify(stored.map(({ rows }) => rows));
      for (const secret of [user_id, PASSWORD, visitor.cookies.get('sid'), visitor.token])
        expect(text).not.toContain(secret);
      expect(text).not.toContain(`"${code}"`);
      expect(text).toContain('$argon2id$v=19$m=');
    });
  });

  describe('enumeration', () => {
    test('responses are the same for an address with and without an account', async () => {
      const { email: known } = await registerAccount();
      for (const [path, body] of [
        ['/register', { name: 'Ada', password: PASSWORD }],
        ['/forgot-password', {}],
        ['/forgot-password', { purpose: 'login' }],
      ] as const) {
        advanceClock(3601);
        const responses = [];
        for (const email of [known, newEmail()]) {
          const response = await newVisitor().post(path, { ...body, email });
          const { user_id, ...rest } = response.json();
          responses.push({
            rest,
            status: response.statusCode,
            idLength: user_id.length,
            headers: Object.keys(response.headers).sort(),
            cookies: response.cookies,
          });
        }
        expect(responses[0]).toEqual(responses[1]);
      }
    });

    test('a decoy has the limits of a real challenge', async () => {
      const visitor = newVisitor();
      const { user_id } = (await visitor.post('/forgot-password', { email: newEmail(), purpose: 'login' })).json();
      await app.afterReply.settled();
      const codes = [];
      for (let guess = 0; guess < 6; guess += 1)
        codes.push((await visitor.post('/verify-otp', { user_id, otp: '000000' })).json().code);
      expect(codes).toEqual([...Array.from({ length: 5 }, () => 'CODE_REFUSED'), 'CODE_TRIES_EXHAUSTED']);
    });

    test('a taken address gets a mail to its owner, not a code', async () => {
      const { email, visitor } = await registerAccount();
      await newVisitor().post('/register', { name: 'Mallory', email, password: 'attackers password' });
      expect((await visitor.readMails(email)).at(-1)?.subject).toBe('You already have an account');
    });

    test('/login responds the same for an unknown address and a wrong password', async () => {
      const { email } = await registerAccount();
      const [known, unknown] = [
        await newVisitor().login(email, 'wrong password'),
        await newVisitor().login(newEmail(), 'wrong password'),
      ];
      expect(known.statusCode).toBe(401);
      expect(known.json()).toEqual(unknown.json());
    });
  });

  describe('credential stuffing', () => {
    test('after 5 failures each further one doubles the wait, up to 15 minutes', async () => {
      const { email } = await registerAccount();
      const failLogins = async (count: number) =>
        Promise.all(Array.from({ length: count }, () => newVisitor().login(email, 'wrong password')));
      expect(readStatuses(await failLogins(20)).sort()).toEqual([
        ...Array.from({ length: 5 }, () => 401),
        ...Array.from({ length: 15 }, () => 429),
      ]);
      const locked = await newVisitor().login(email);
      expect(locked.statusCode).toBe(429);
      expect(locked.headers['retry-after']).toBe('2');
      expect(locked.json().message).toBe('Too many attempts. Please try again in a minute.');
      let waited = 0;
      for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
        advanceClock(seconds);
        expect((await newVisitor().login(email, 'wrong password')).statusCode).toBe(401);
        waited = Number((await newVisitor().login(email)).headers['retry-after']);
      }
      expect(waited).toBe(900);
      advanceClock(900);
      expect((await newVisitor().login(email)).statusCode).toBe(200);
    });

    test('a device that the account knows can still log in', async () => {
      const { email, visitor } = await registerAccount();
      await visitor.post('/logout');
      visitor.token = undefined;
      await Promise.all(Array.from({ length: 40 }, () => newVisitor(visitor.address).login(email, 'wrong password')));
      expect((await newVisitor().login(email)).statusCode).toBe(429);
      expect((await visitor.login(email)).statusCode).toBe(200);
    });

    test('a device that another account knows cannot', async () => {
      const [a, b] = [await registerAccount(), await registerAccount()];
      await Promise.all(Array.from({ length: 5 }, () => newVisitor().login(a.email, 'wrong password')));
      const attacker = newVisitor();
      attacker.cookies.set('dev', b.visitor.cookies.get('dev') ?? '');
      expect((await attacker.login(a.email)).statusCode).toBe(429);
    });

    test('forged X-Forwarded-For headers do not evade the limit of 30 logins per network in 15 minutes', async () => {
      const attacker = '198.18.0.1';
      const forged = (index: number) => ({
        headers: { 'x-forwarded-for': `${index % 250}.1.2.3` },
        remoteAddress: attacker,
      });
      // If the header were trusted, each of the 250 forged addresses would have its own 30 logins.
      const counted = new Map<number, number>();
      for (let batch = 0; batch < 50; batch += 1) {
        const responses = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            newVisitor().login(`nobody-${batch}-${index}@example.com`, 'wrong password', forged(batch * 20 + index)),
          ),
        );
        for (const { statusCode } of responses) counted.set(statusCode, (counted.get(statusCode) ?? 0) + 1);
      }
      // The others exceed the rate limit, or the number of concurrent logins per network.
      expect(counted.get(401)).toBe(30);
      expect((counted.get(429) ?? 0) + (counted.get(503) ?? 0)).toBe(970);
      advanceClock(901);
      expect((await newVisitor(attacker).login(newEmail(), 'wrong password')).statusCode).toBe(401);
    }, 30_000);

    test('behind one proxy only the last entry of X-Forwarded-For counts', async () => {
      const proxied = await buildTestApp(database, { trustedProxies: 1 }, { now: () => now });
      const visitor = new Visitor(proxied, database, '127.0.0.1');
      const tryFrom = (header: string) =>
        visitor.login(newEmail(), 'wrong password', { headers: { 'x-forwarded-for': header } });
      for (let index = 0; index < 30; index += 1) await tryFrom(`${index}.9.9.9, 192.0.2.77`);
      expect((await tryFrom('77.9.9.9, 192.0.2.77')).statusCode).toBe(429);
      expect((await tryFrom('77.9.9.9, 192.0.2.78')).statusCode).toBe(401);
      await proxied.close();
    }, 15_000);

    test('an IPv6 /64 counts as one network', async () => {
      const responses = [];
      for (let index = 0; index < 31; index += 1)
        responses.push(await newVisitor(`2001:db8:1:2:${index.toString(16)}::1`).login(newEmail(), 'wrong password'));
      expect(responses.at(-1)?.statusCode).toBe(429);
      expect((await newVisitor('2001:db8:1:3::1').login(newEmail(), 'wrong password')).statusCode).toBe(401);
    }, 15_000);
  });

  describe('mail bombing', () => {
    test('200 requests for a code send one mail, and the others tell when the next one can be sent', async () => {
      const { email, visitor } = await registerAccount();
      const before = (await visitor.readMails(email)).length;
      const bodies = new Set<string>();
      for (let batch = 0; batch < 4; batch += 1) {
        const responses = await Promise.all(
          Array.from({ length: 50 }, () => newVisitor().post('/forgot-password', { email })),
        );
        for (const response of responses)
          bodies.add(JSON.stringify({ ...response.json(), user_id: '' }) + response.statusCode);
        advanceClock(1);
      }
      expect((await visitor.readMails(email)).length).toBe(before + 1);
      // The first one is told that a code was sent, the others that one was, and when the next one can be.
      const sent = [...bodies].filter((body) => body.includes('"code_sent":true'));
      expect(sent).toHaveLength(1);
      expect(new Set([...bodies].map((body) => body.replace(/"next_code_s":\d+/, ''))).size).toBe(2);
    }, 60_000);

    test('an address gets 5 mails an hour and 10 a day; the last one per hour and the last three per day are reserved for known devices', async () => {
      const email = newEmail();
      const owner = newVisitor();
      await owner.register(email);
      const requestCodes = async (times: number, who = newVisitor) => {
        for (let index = 0; index < times; index += 1) {
          advanceClock(61);
          await who().post('/forgot-password', { email });
        }
        const mails = await newVisitor().readMails(email);
        return mails.filter(({ subject }) => subject.startsWith('Your code')).length;
      };
      const known = () => owner;
      expect(await requestCodes(8)).toBe(4);
      expect(await requestCodes(3, known)).toBe(5);
      advanceClock(3601);
      expect(await requestCodes(8)).toBe(8);
      expect(await requestCodes(3, known)).toBe(10);
      advanceClock(3601);
      expect(await requestCodes(3)).toBe(10);
      expect(await requestCodes(3, known)).toBe(10);
      advanceClock(86_400);
      expect(await requestCodes(1)).toBe(11);
    });

    test('one network can ask for 150 codes an hour, to any addresses; the others are refused with a time', async () => {
      const attacker = newVisitor('198.18.0.9');
      const ask = () => attacker.post('/forgot-password', { email: newEmail() });
      for (let asked = 0; asked < 150; asked += 1) expect((await ask()).statusCode).toBe(200);
      advanceClock(600);
      const refused = await ask();
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe('3000');
      expect(refused.json().message).toBe('Too many attempts. Please try again in 50 minutes.');
      expect((await newVisitor('198.18.1.9').post('/forgot-password', { email: newEmail() })).statusCode).toBe(200);
    }, 15_000);

    test.each([
      ['a /56 of IPv6', (n: number) => `2001:db8:7:40${(n % 64).toString(16).padStart(2, '0')}::1`, 4],
      ['a /48 of IPv6', (n: number) => `2001:db8:8:${((n % 200) * 256).toString(16)}::1`, 16],
      ['a /24 of IPv4', (n: number) => `198.51.100.${n % 250}`, 8],
    ])(
      'the addresses of %s share a limit',
      async (_what, toAddress, share) => {
        const max = 60 * share;
        const statuses = [];
        for (let asked = 0; asked < max + 5; asked += 1) {
          const guess = { user_id: `made-up-${asked}`, otp: '000000' };
          statuses.push((await newVisitor(toAddress(asked)).post('/verify-otp', guess)).statusCode);
        }
        expect(statuses.filter((status) => status === 422)).toHaveLength(max);
        expect(statuses.at(-1)).toBe(429);
      },
      30_000,
    );
  });

  test('squatting: the account gets the password of the registration whose code was entered', async () => {
    const email = newEmail();
    const attacker = newVisitor();
    const planted = (
      await attacker.post('/register', { name: 'Mallory', email, password: 'attackers password' })
    ).json();
    advanceClock(61);
    const victim = newVisitor();
    const own = (await victim.post('/register', { name: 'Ada', email, password: PASSWORD })).json();
    const otp = await victim.readCode(email);
    expect((await victim.post('/verify-otp', { user_id: own.user_id, otp })).json().user.name).toBe('Ada');
    expect((await attacker.login(email, 'attackers password')).statusCode).toBe(401);
    expect((await attacker.post('/verify-otp', { user_id: planted.user_id, otp })).statusCode).toBe(422);
    expect((await newVisitor().login(email)).statusCode).toBe(200);
  });

  test("squatting: a stranger's registration stays invalid after the owner has changed to another address", async () => {
    const email = newEmail();
    const attacker = newVisitor();
    const { user_id } = (
      await attacker.post('/register', { name: 'Mallory', email, password: 'attackers password' })
    ).json();
    advanceClock(61);
    const owner = newVisitor();
    await owner.register(email);
    advanceClock(61);
    const next = newEmail();
    const move = (await owner.post('/me/email', { email: next, current_password: PASSWORD })).json();
    expect(
      (await owner.post('/me/email/verify', { user_id: move.user_id, otp: await owner.readCode(next) })).statusCode,
    ).toBe(200);
    advanceClock(61);
    await attacker.post('/resend-otp', { user_id });
    const otp = await attacker.readCode(email); // somebody who reads the former mailbox
    expect((await attacker.post('/verify-otp', { user_id, otp })).json().code).toBe('CODE_REFUSED');
    expect((await newVisitor().login(email, 'attackers password')).statusCode).toBe(401);
  });

  describe('sessions', () => {
    test('a session id planted before sign-in is invalid afterwards', async () => {
      const { email, visitor } = await registerAccount();
      const planted = visitor.cookies.get('sid') ?? '';
      const victim = newVisitor();
      victim.cookies.set('sid', planted);
      await victim.login(email);
      expect(victim.cookies.get('sid')).not.toBe(planted);
      const attacker = newVisitor();
      attacker.cookies.set('sid', planted);
      expect((await attacker.get('/me')).statusCode).toBe(401);
    });

    test('a token without its cookie is refused, and so is an unsafe request without the token', async () => {
      const { visitor } = await registerAccount();
      const tokenOnly = newVisitor();
      tokenOnly.token = visitor.token;
      expect((await tokenOnly.get('/me')).statusCode).toBe(401);
      expect((await tokenOnly.post('/logout')).statusCode).toBe(401);
      const cookieOnly = newVisitor();
      for (const [name, value] of visitor.cookies) cookieOnly.cookies.set(name, value);
      expect((await cookieOnly.patch('/me', { name: 'Mallory' })).statusCode).toBe(401);
      cookieOnly.token = 'another';
      expect((await cookieOnly.get('/me')).statusCode).toBe(401);
      expect((await visitor.get('/me')).json().user.name).toBe('Ada Lovelace');
    });

    test('the token of another session is refused', async () => {
      const { email, visitor } = await registerAccount();
      const other = newVisitor();
      await other.login(email);
      other.token = visitor.token;
      expect((await other.patch('/me', { name: 'Mallory' })).statusCode).toBe(401);
    });

    test('copied cookies are invalid after logging out (product 8.12)', async () => {
      const { visitor } = await registerAccount();
      const copied = new Map(visitor.cookies);
      await visitor.post('/logout');
      for (const [name, value] of copied) visitor.cookies.set(name, value);
      expect((await visitor.get('/me')).statusCode).toBe(401);
      expect((await visitor.get('/orders')).statusCode).toBe(401);
    });
  });

  describe('cross-site requests', () => {
    const routes = [
      ['POST', '/login'],
      ['POST', '/register'],
      ['POST', '/logout'],
      ['PATCH', '/me'],
      ['POST', '/me/password'],
      ['POST', '/addresses'],
      ['DELETE', '/wishlist/ring-halo'],
    ] as const;
    test.each(routes)('%s %s from another site is refused, and so is a plain form', async (method, path) => {
      const { visitor } = await registerAccount();
      const crossSite = await visitor.call(method, path, {}, { headers: { 'sec-fetch-site': 'cross-site' } });
      expect(crossSite.statusCode).toBe(403);
      const sameSite = await visitor.call(method, path, {}, { headers: { 'sec-fetch-site': 'same-site' } });
      expect(sameSite.statusCode).toBe(403);
      if (method !== 'DELETE')
        expect(
          (await visitor.call(method, path, 'name=Mallory', { headers: { 'content-type': 'text/plain' } })).statusCode,
        ).toBe(415);
      expect((await visitor.get('/me')).json().user.name).toBe('Ada Lovelace');
    });
  });

  test.each([
    ['is_verified', { is_verified: true }],
    ['role', { role: 'admin' }],
    ['id', { id: '1' }],
    ['a number for an address', { email: 1 }],
    ['an object for a password', { password: { $ne: '' } }],
    ['a list for a name', { name: ['Ada'] }],
  ])('%s in a registration is refused', async (_what, change) => {
    expect(
      (await newVisitor().post('/register', { name: 'Ada', email: newEmail(), password: PASSWORD, ...change }))
        .statusCode,
    ).toBe(400);
  });

  test('__proto__, a numeric code and text the database cannot hold are refused', async () => {
    const visitor = newVisitor();
    expect(
      (await visitor.post('/login', `{"email":"a@example.com","password":"x","__proto__":{"admin":true}}`)).statusCode,
    ).toBe(400);
    expect((await visitor.post('/verify-otp', { user_id: 'x', otp: 123456 })).statusCode).toBe(400);
    expect((await visitor.post('/login', { email: 'a@example.com', password: 'a\u0000b' })).statusCode).toBe(400);
    expect((await visitor.post('/verify-otp', { user_id: "' OR 1=1 --", otp: '000000' })).statusCode).toBe(422);
  });

  test("one customer's data is not accessible to another", async () => {
    const [owner, other] = [(await registerAccount()).visitor, (await registerAccount()).visitor];
    const body = anOrderBody();
    const { number } = (await owner.post('/orders', body, { headers: { 'idempotency-key': newKey() } })).json().order;
    const { address } = (await owner.post('/addresses', { label: 'Home', ...aPostalAddress })).json();
    const session = (await owner.get('/sessions')).json().data[0].id;
    await owner.post('/wishlist', { product_ids: ['ring-halo'] });

    const asOther = [
      await other.get(`/orders/${number}`),
      await other.post(`/orders/${number}/cancel`),
      await other.patch(`/addresses/${address.id}`, { label: 'Mine' }),
      await other.delete(`/addresses/${address.id}`),
      await other.delete(`/sessions/${session}`),
    ];
    expect(readStatuses(asOther)).toEqual([404, 404, 404, 404, 404]);
    expect((await other.delete('/wishlist/ring-halo')).json().data).toEqual([]);
    expect((await other.get('/orders')).json().data.items).toEqual([]);
    expect((await other.get('/addresses')).json().data).toEqual([]);

    const asGuest = newVisitor();
    for (const path of ['/me', '/sessions', '/history', '/orders', '/addresses', '/wishlist'])
      expect((await asGuest.get(path)).statusCode).toBe(401);
    expect((await asGuest.get(`/orders/${number}`)).statusCode).toBe(404);

    expect((await owner.get(`/orders/${number}`)).json().order.status).toBe('on-hold');
    expect((await owner.get('/addresses')).json().data).toHaveLength(1);
    expect((await owner.get('/wishlist')).json().data).toHaveLength(1);
    expect((await owner.get('/me')).statusCode).toBe(200);
  });

  test('personal responses are not cached', async () => {
    const { visitor } = await registerAccount();
    for (const path of ['/me', '/sessions', '/history', '/orders', '/addresses', '/wishlist'])
      expect((await visitor.get(path)).headers['cache-control']).toBe('no-store');
  });

  test('logins beyond the hashing capacity get 503 with Retry-After, and reads still succeed', async () => {
    const real = await buildTestApp(database, {}, { now: () => now }, { hasher: new PasswordHasher() });
    const logins = Array.from({ length: 250 }, (_, index) =>
      new Visitor(real, database, `10.200.${index}.1`).login(`load-${index}@example.com`, 'wrong password'),
    );
    const read = await real.inject('/api/products?store=jewellery-store');
    const responses = await Promise.all(logins);
    await real.close();
    expect(read.statusCode).toBe(200);
    const rejected = responses.filter(({ statusCode }) => statusCode === 503);
    expect(rejected.length).toBeGreaterThan(150);
    expect(rejected.every(({ headers }) => headers['retry-after'] !== undefined)).toBe(true);
    expect(readStatuses(responses).every((status) => status === 401 || status === 503)).toBe(true);
  }, 30_000);

  test('a login rejected as busy does not count as a failure, and succeeds once there is capacity', async () => {
    const { email } = await registerAccount();
    const real = await buildTestApp(database, {}, { now: () => now }, { hasher: new PasswordHasher() });
    const flood = Array.from({ length: 100 }, (_, index) =>
      new Visitor(real, database, `10.201.${index}.1`).login(`flood-${index}@example.com`, 'wrong password'),
    );
    const concurrent = await Promise.all(
      Array.from({ length: 40 }, () => new Visitor(real, database, '10.202.0.1').login(email)),
    );
    await Promise.all(flood);
    expect(readStatuses(concurrent).filter((status) => status === 503).length).toBeGreaterThan(30);
    expect(readStatuses(concurrent).every((status) => status === 200 || status === 503)).toBe(true);
    expect((await new Visitor(real, database, '10.202.0.1').login(email)).statusCode).toBe(200);
    await real.close();
  }, 30_000);

  test('logs contain no password, code, token or email address', async () => {
    const lines: string[] = [];
    const { buildApp } = await import('../../buildApp');
    const logged = await buildApp({
      database,
      limits: createDatabaseLimits(database, { now: () => now }),
      clock: { now: () => now },
      config: {
        production: false,
        cookieSecret: 'x'.repeat(32),
        formerCookieSecrets: [],
        authSecret: 'y'.repeat(32),
        formerAuthSecrets: [],
        google: undefined,
        trustedProxies: 0,
        publicUrl: 'http://shop.test',
        adminUrl: undefined,
        smtpUrl: undefined,
        supportEmail: 'support@shop.test',
        merchantEmail: 'merchant@shop.test',
        merchantOrderMails: false,
        listingCacheMs: 0,
        payments: { provider: 'none', webhookSecret: '' },
        bankAccount: undefined,
      },
      pictures: noPictures,
      logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
    });
    const visitor = new Visitor(logged, database, newAddress());
    const email = `canary-${Date.now()}@example.com`;
    await visitor.register(email, 'canary password');
    const code = await visitor.readCode(email);
    const { user_id } = (await visitor.post('/forgot-password', { email })).json();
    await visitor.get(`/me?secret=canary-query`);
    await visitor.login(email, 'canary wrong');
    await visitor.post('/login', '{"email":"broken');
    const text = lines.join('');
    expect(lines.length).toBeGreaterThan(4);
    for (const canary of [email, 'canary', code, user_id, visitor.token ?? '', visitor.cookies.get('sid') ?? ''])
      expect(text).not.toContain(canary);
    await logged.close();
  });
});
