import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { anOrderBody, buildTestApp, newKey } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { PASSWORD, Visitor } from '../../testing/Visitor';
import { PasswordHasher } from './PasswordHasher';
import { argon2id } from './passwordThreads';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe.each(databaseKinds)('attacks on accounts on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  let now = new Date('2026-11-21T12:00:00Z');
  let people = 0;
  let networks = 0;
  const newEmail = () => `person-${(people += 1)}@example.com`;
  const newNetwork = () => `10.${(networks += 1) >> 8}.${networks & 255}.7`;
  const newVisitor = (address = newNetwork(), on = app) => new Visitor(on, database, address);
  const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
  const codesOf = (answers: readonly { json: () => { code?: string } }[]) =>
    answers.map((answer) => answer.json().code);
  const statuses = (answers: readonly { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode);

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const registered = async (email = newEmail()): Promise<{ email: string; visitor: Visitor }> => {
    const visitor = newVisitor();
    await visitor.register(email);
    pass(61);
    return { email, visitor };
  };
  const registerInTurn = async (howMany: number) => {
    const people = [];
    for (let index = 0; index < howMany; index += 1) people.push(await registered());
    return people;
  };
  const startReset = async (email: string, visitor: Visitor, purpose: 'reset' | 'login' = 'reset'): Promise<string> =>
    (await visitor.post('/forgot-password', { email, purpose })).json<{ user_id: string }>().user_id;
  const grantReset = async (email: string): Promise<Visitor> => {
    const visitor = newVisitor();
    const user_id = await startReset(email, visitor);
    expect((await visitor.post('/verify-reset-otp', { user_id, otp: await visitor.codeFor(email) })).statusCode).toBe(
      200,
    );
    pass(61);
    return visitor;
  };

  describe('a reset grant of before', () => {
    test('dies with a change of the password', async () => {
      const { email, visitor } = await registered();
      const attacker = await grantReset(email);
      expect(
        (await visitor.post('/me/password', { current_password: PASSWORD, password: 'changed by its owner' }))
          .statusCode,
      ).toBe(200);
      expect((await attacker.post('/reset-password', { email, password: 'taken over' })).json().code).toBe(
        'RESET_NOT_GRANTED',
      );
      expect((await newVisitor().login(email, 'changed by its owner')).statusCode).toBe(200);
    });

    test('dies with a change of the address, under the old and under the new one', async () => {
      const { email, visitor } = await registered();
      const attacker = await grantReset(email);
      const next = newEmail();
      const { user_id } = (await visitor.post('/me/email', { email: next, current_password: PASSWORD })).json();
      expect((await visitor.post('/me/email/verify', { user_id, otp: await visitor.codeFor(next) })).statusCode).toBe(
        200,
      );
      for (const address of [email, next])
        expect((await attacker.post('/reset-password', { email: address, password: 'taken over' })).statusCode).toBe(
          403,
        );
      expect((await newVisitor().login(next)).statusCode).toBe(200);
    });

    test('that is being made while the password changes is not left behind', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { email, visitor } = await registered();
        const attacker = newVisitor();
        const user_id = await startReset(email, attacker);
        const otp = await attacker.codeFor(email);
        await Promise.all([
          attacker.post('/verify-reset-otp', { user_id, otp }),
          visitor.post('/me/password', { current_password: PASSWORD, password: 'changed by its owner' }),
        ]);
        expect((await attacker.post('/reset-password', { email, password: 'taken over' })).statusCode).toBe(403);
      }
    }, 30_000);

    test('is compared with the address that the account has now, should one be left', async () => {
      const { email } = await registered();
      const attacker = await grantReset(email);
      await database.query('UPDATE accounts SET email = $2 WHERE email = $1', [email, newEmail()]);
      expect((await attacker.post('/reset-password', { email, password: 'taken over' })).statusCode).toBe(403);
    });
  });

  test('a code for logging in that was asked for before a reset opens nothing after it', async () => {
    const { email } = await registered();
    const attacker = newVisitor();
    const user_id = await startReset(email, attacker, 'login');
    const otp = await attacker.codeFor(email);
    pass(61);
    const owner = await grantReset(email);
    expect((await owner.post('/reset-password', { email, password: 'the words of its owner' })).statusCode).toBe(200);
    expect((await attacker.post('/verify-otp', { user_id, otp })).json().code).toBe('CODE_REFUSED');
  });

  describe('an attacker with a session and the password, while the owner recovers the account', () => {
    const ROUNDS = 8;
    const isSignedIn = async (visitor: Visitor) => (await visitor.get('/me')).statusCode === 200;

    test('a change of the password does not come after the reset', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { email, visitor: thief } = await registered();
        const owner = await grantReset(email);
        const [reset, change] = await Promise.all([
          owner.post('/reset-password', { email, password: 'the words of its owner' }),
          thief.post('/me/password', { current_password: PASSWORD, password: 'the words of a thief' }),
        ]);
        expect([200, 403]).toContain(reset.statusCode);
        if (reset.statusCode !== 200) continue; // the thief was faster, and the grant died
        expect(change.statusCode).toBe(401);
        expect(await isSignedIn(thief)).toBe(false);
        expect((await newVisitor().login(email, 'the words of its owner')).statusCode).toBe(200);
      }
    }, 60_000);

    test('nor after logging out everywhere', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { email, visitor: owner } = await registered();
        const thief = newVisitor();
        await thief.login(email);
        const [everywhere] = await Promise.all([
          owner.delete('/sessions'),
          thief.post('/me/password', { current_password: PASSWORD, password: 'the words of a thief' }),
        ]);
        if (everywhere.statusCode !== 200) continue;
        expect(await isSignedIn(thief)).toBe(false);
        expect((await newVisitor().login(email)).statusCode).toBe(200);
      }
    }, 60_000);

    test('a change of the address does not come after the reset', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { email, visitor: thief } = await registered();
        const next = newEmail();
        const { user_id } = (await thief.post('/me/email', { email: next, current_password: PASSWORD })).json();
        const otp = await thief.codeFor(next);
        const owner = await grantReset(email);
        const [reset] = await Promise.all([
          owner.post('/reset-password', { email, password: 'the words of its owner' }),
          thief.post('/me/email/verify', { user_id, otp }),
        ]);
        if (reset.statusCode !== 200) continue;
        expect(await isSignedIn(thief)).toBe(false);
        expect((await newVisitor().login(email, 'the words of its owner')).statusCode).toBe(200);
      }
    }, 60_000);

    test('a login with the old password leaves no session behind', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { email, visitor: thief } = await registered();
        const owner = await grantReset(email);
        const thieves = Array.from({ length: 6 }, () => {
          const other = newVisitor();
          other.cookies.set('dev', thief.cookies.get('dev') ?? '');
          return other;
        });
        const [reset] = await Promise.all([
          owner.post('/reset-password', { email, password: 'the words of its owner' }),
          ...thieves.map((other) => other.login(email)),
        ]);
        expect(reset.statusCode).toBe(200);
        for (const other of thieves) expect(await isSignedIn(other)).toBe(false);
      }
    }, 60_000);

    test('a reset grant of before dies with logging out everywhere', async () => {
      const { email, visitor } = await registered();
      const attacker = await grantReset(email);
      await visitor.delete('/sessions');
      expect((await attacker.post('/reset-password', { email, password: 'taken over' })).statusCode).toBe(403);
    });

    test('concurrently registering an address and changing an account to it leaves one owner, without server errors', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { visitor: mover } = await registered();
        const [email, newcomer] = [newEmail(), newVisitor()];
        const registering = (await newcomer.post('/register', { name: 'Ada', email, password: PASSWORD })).json<{
          user_id: string;
        }>();
        const otp = await newcomer.codeFor(email);
        pass(61);
        const moving = (await mover.post('/me/email', { email, current_password: PASSWORD })).json<{
          user_id: string;
        }>();
        const other = await mover.codeFor(email);
        const answers = await Promise.all([
          newcomer.post('/verify-otp', { user_id: registering.user_id, otp }),
          mover.post('/me/email/verify', { user_id: moving.user_id, otp: other }),
        ]);
        expect(statuses(answers).sort()).toEqual([200, 422]);
      }
    }, 60_000);
  });

  describe('an account as a weapon', () => {
    test.each(['a browser of their own', "a browser that the address's account knows"])(
      'mails about moving to an address are limited by network and account, and leave the owner of the address their part, from %s',
      async (browser) => {
        const { email: victim, visitor: owner } = await registered();
        const { email: attackers, visitor: attacker } = await registered();
        if (browser !== 'a browser of their own') {
          attacker.cookies.set('dev', owner.cookies.get('dev') ?? '');
          await attacker.login(attackers);
        }
        const asks = [];
        for (let index = 0; index < 15; index += 1)
          asks.push(await attacker.post('/me/email', { email: newEmail(), current_password: PASSWORD }));
        expect(statuses(asks).filter((status) => status === 200)).toHaveLength(10);
        await app.afterReply.settled();
        pass(3_601);
        for (let index = 0; index < 8; index += 1) {
          await attacker.post('/me/email', { email: victim, current_password: PASSWORD });
          pass(61);
        }
        const before = (await owner.mailsTo(victim)).length;
        await attacker.post('/me/email', { email: victim, current_password: PASSWORD });
        await owner.post('/forgot-password', { email: victim });
        expect((await owner.mailsTo(victim)).length).toBe(before + 1);
      },
    );

    test("devices of one's own give no more guesses at the code of somebody else's address", async () => {
      const { email: mine, visitor: attacker } = await registered();
      const target = newEmail();
      const looked = [];
      for (let device = 0; device < 12; device += 1) {
        const other = newVisitor();
        await other.login(mine);
        pass(400);
        const { user_id } = (await other.post('/me/email', { email: target, current_password: PASSWORD })).json<{
          user_id: string;
        }>();
        await app.afterReply.settled();
        for (let guess = 0; guess < 5; guess += 1)
          looked.push(await other.post('/me/email/verify', { user_id, otp: 'wrong!' }));
      }
      expect(codesOf(looked).filter((code) => code === 'CODE_REFUSED').length).toBeLessThanOrEqual(50);
      expect(attacker.cookies.has('sid')).toBe(true);
    }, 30_000);

    test('thirty concurrent logins with a valid password do not block other logins', async () => {
      const [{ email: attackers, visitor: device }, own] = [await registered(), await registered()];
      const real = await buildTestApp(database, {}, { now: () => now }, { hasher: new PasswordHasher() });
      const place = newNetwork();
      const flood = Array.from({ length: 60 }, () => {
        const visitor = newVisitor(undefined, real);
        visitor.cookies.set('dev', device.cookies.get('dev') ?? '');
        return visitor.login(attackers);
      });
      const strangers = Array.from({ length: 60 }, () => newVisitor(place, real).login(attackers));
      const known = newVisitor(undefined, real);
      known.cookies.set('dev', own.visitor.cookies.get('dev') ?? '');
      expect((await known.login(own.email)).statusCode).toBe(200);
      expect((await newVisitor(undefined, real).login(own.email)).statusCode).toBe(200);
      await Promise.all([...flood, ...strangers]);
      await real.close();
    }, 60_000);

    test("many failed logins do not push other events off the account's activity", async () => {
      const { email, visitor } = await registered();
      await visitor.post('/me/password', { current_password: PASSWORD, password: 'a few other words' });
      for (let hour = 0; hour < 24; hour += 1) {
        pass(3_600);
        await Promise.all(Array.from({ length: 3 }, () => newVisitor().login(email, 'wrong password')));
        const stranger = newVisitor();
        await stranger.post('/verify-otp', { user_id: await startReset(email, stranger, 'login'), otp: '000000' });
        await app.afterReply.settled();
      }
      pass(901);
      visitor.token = undefined;
      await visitor.login(email, 'a few other words'); // its session was for a day
      const { data } = (await visitor.get('/history')).json<{ data: { kind: string }[] }>();
      const kinds = data.map(({ kind: what }) => what);
      expect(kinds).toEqual(expect.arrayContaining(['password-changed', 'registered', 'sign-in-failed']));
      expect(kinds.length).toBeLessThanOrEqual(8);
    }, 60_000);
  });

  describe('spellings of one mailbox', () => {
    const bad = [
      'a<b@example.com',
      'a>b@example.com',
      '(a)b@example.com',
      '"a b"@example.com',
      'a,b@example.com',
      'a;b@example.com',
      'a:b@example.com',
      '<a@example.com>',
      'a@[127.0.0.1]',
      'a..b@example.com',
      '.a@example.com',
      'a@example',
      'a@-b.com',
      'a\\@example.com',
      'ä@example.com',
    ];
    test.each(bad)('%s is no address', async (email) => {
      for (const [path, body] of [
        ['/register', { name: 'Ada', password: PASSWORD }],
        ['/forgot-password', {}],
        ['/login', { password: PASSWORD }],
      ] as const) {
        const answer = await newVisitor().post(path, { ...body, email });
        expect(answer.statusCode).toBe(400);
        expect(answer.json().fields.email).toBe('Enter an email address, such as name@example.com.');
      }
    });

    test.each([
      "o'neil+shop@example.co.uk",
      'first.last@sub.example.museum',
      'a_b-c@xn--bcher-kva.example',
      '1@example.com',
    ])('%s is one', async (email) => {
      expect((await newVisitor().post('/forgot-password', { email })).statusCode).toBe(200);
    });

    test('they share the limits of their mailbox', async () => {
      const spellings = [
        'many.spellings@gmail.com',
        'manyspellings@gmail.com',
        'm.a.n.yspellings+1@googlemail.com',
        'manyspellings+2@gmail.com',
        'MANYSPELLINGS@gmail.com',
      ];
      for (const email of spellings) await newVisitor().post('/register', { name: 'Ada', email, password: PASSWORD });
      await app.afterReply.settled();
      const { rows } = await database.query("SELECT 1 FROM mails WHERE recipient ILIKE '%spellings%'");
      expect(rows).toHaveLength(1);
      for (const tag of ['', '+a', '+b', '+c'])
        await newVisitor().post('/register', { name: 'Ada', email: `tagged${tag}@example.com`, password: PASSWORD });
      await app.afterReply.settled();
      expect(
        (await database.query("SELECT 1 FROM mails WHERE recipient LIKE 'tagged%@example.com'")).rows,
      ).toHaveLength(1);
    });
  });

  describe('a flood of registrations', () => {
    test('from one network is refused before anything is hashed; a family behind one address registers, orders and logs in', async () => {
      const home = newNetwork();
      const family = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const [visitor, email] = [newVisitor(home), newEmail()];
          expect((await visitor.register(email)).statusCode).toBe(200);
          const billing = { ...anOrderBody().billing, email };
          expect(
            (await visitor.post('/orders', anOrderBody({ billing }), { headers: { 'idempotency-key': newKey() } }))
              .statusCode,
          ).toBeLessThan(300);
          await visitor.post('/logout');
          visitor.token = undefined;
          return visitor.login(email);
        }),
      );
      expect(statuses(family)).toEqual(Array.from({ length: 6 }, () => 200));

      const hashed = jest.spyOn(argon2id, 'hash');
      const attacker = newNetwork();
      const answers = await Promise.all(
        Array.from({ length: 60 }, () =>
          newVisitor(attacker).post('/register', { name: 'Ada', email: newEmail(), password: PASSWORD }),
        ),
      );
      expect(statuses(answers).filter((status) => status === 429).length).toBeGreaterThanOrEqual(40);
      expect(hashed.mock.calls.length).toBeLessThanOrEqual(20);
      hashed.mockRestore();
    }, 30_000);

    test('from a thousand networks leaves a place to whoever logs in', async () => {
      const people = await registerInTurn(12);
      const real = await buildTestApp(database, {}, { now: () => now }, { hasher: new PasswordHasher() });
      const flood = Array.from({ length: 200 }, () =>
        newVisitor(undefined, real).post('/register', { name: 'Ada', email: newEmail(), password: PASSWORD }),
      );
      const strangers = Array.from({ length: 15 }, () =>
        newVisitor(undefined, real).login(newEmail(), 'wrong password'),
      );
      const owners = people.map(({ email, visitor }) => {
        const device = newVisitor(undefined, real);
        device.cookies.set('dev', visitor.cookies.get('dev') ?? '');
        return device.login(email);
      });
      expect(statuses(await Promise.all(owners))).toEqual(people.map(() => 200));
      expect(statuses(await Promise.all(strangers))).toEqual(strangers.map(() => 401));
      expect(statuses(await Promise.all(flood)).filter((status) => status === 503).length).toBeGreaterThan(150);
      await real.close();
    }, 60_000);

    test('of logins by strangers leaves a place to devices that have signed in before, and one such device is not a flood of its own', async () => {
      const people = await registerInTurn(8);
      const real = await buildTestApp(database, {}, { now: () => now }, { hasher: new PasswordHasher() });
      const attackersDevice = (await registered()).visitor.cookies.get('dev') ?? '';
      const flood = Array.from({ length: 200 }, (_, index) => {
        const visitor = newVisitor(undefined, real);
        if (index % 2 === 0) visitor.cookies.set('dev', attackersDevice);
        return visitor.login(newEmail(), 'wrong password');
      });
      const owners = people.map(({ email, visitor }) => {
        const device = newVisitor(undefined, real);
        device.cookies.set('dev', visitor.cookies.get('dev') ?? '');
        return device.login(email);
      });
      expect(statuses(await Promise.all(owners))).toEqual(people.map(() => 200));
      expect(statuses(await Promise.all(flood)).filter((status) => status === 503).length).toBeGreaterThan(100);
      await real.close();
    }, 60_000);
  });

  describe('codes', () => {
    test('one network has 60 wrong ones in a quarter of an hour, whomever they are for; right ones do not count', async () => {
      const attacker = newNetwork();
      const answers = [];
      for (let index = 0; index < 80; index += 1)
        answers.push(await newVisitor(attacker).post('/verify-otp', { user_id: `made-up-${index}`, otp: '000000' }));
      expect(codesOf(answers).filter((code) => code === 'CODE_REFUSED')).toHaveLength(60);
      expect(answers.at(-1)?.statusCode).toBe(429);
      expect(answers.at(-1)?.headers['retry-after']).toBe('900');
      pass(901);
      expect(
        (await newVisitor(attacker).post('/verify-reset-otp', { user_id: 'made-up', otp: '000000' })).json().code,
      ).toBe('CODE_REFUSED');
    }, 15_000);

    test("a stranger who guesses under challenges of their own uses up neither the owner's code nor the owner's day", async () => {
      const { email, visitor: owner } = await registered();
      const stranger = newNetwork();
      const elsewhere = newVisitor(); // the owner on a device of today
      const own = await startReset(email, elsewhere, 'login');
      const otp = await elsewhere.codeFor(email);
      const guesses = [];
      for (let challenge = 0; challenge < 12; challenge += 1) {
        const user_id = await startReset(email, newVisitor(stranger), 'login');
        for (let guess = 0; guess < 5; guess += 1)
          guesses.push(await newVisitor(stranger).post('/verify-otp', { user_id, otp: 'wrong!' }));
      }
      expect(codesOf(guesses).filter((code) => code === 'CODE_REFUSED')).toHaveLength(20);
      expect((await elsewhere.post('/verify-otp', { user_id: own, otp })).statusCode).toBe(200);

      // And from so many networks that the account's 50 are gone: a device that it knows has its own.
      pass(61);
      for (let index = 0; index < 60; index += 1) {
        const attacker = newVisitor();
        await attacker.post('/verify-otp', { user_id: await startReset(email, attacker, 'login'), otp: 'wrong!' });
      }
      pass(3601);
      const user_id = await startReset(email, owner, 'login');
      const fresh = await owner.codeFor(email);
      const attacker = newVisitor();
      expect((await attacker.post('/verify-otp', { user_id, otp: fresh })).json().code).toBe(
        'CODE_TRIES_EXHAUSTED_TODAY',
      );
      expect((await owner.post('/verify-otp', { user_id, otp: fresh })).statusCode).toBe(200);
    }, 30_000);

    test('a stranger who asks for codes all day leaves some to the device that the owner knows', async () => {
      const { email, visitor: owner } = await registered();
      for (let index = 0; index < 30; index += 1) {
        pass(1_801);
        await newVisitor().post('/forgot-password', { email });
      }
      const before = (await owner.mailsTo(email)).length;
      await newVisitor().post('/forgot-password', { email });
      expect((await owner.mailsTo(email)).length).toBe(before);
      const user_id = await startReset(email, owner, 'login');
      expect((await owner.mailsTo(email)).length).toBe(before + 1);
      expect((await owner.post('/verify-otp', { user_id, otp: await owner.codeFor(email) })).statusCode).toBe(200);
    }, 15_000);

    test('a stranger who asked a few seconds ago does not make the owner wait a minute', async () => {
      const { email, visitor: owner } = await registered();
      await newVisitor().post('/forgot-password', { email });
      const before = (await owner.mailsTo(email)).length;
      await owner.post('/forgot-password', { email });
      expect((await owner.mailsTo(email)).length).toBe(before + 1);
    });

    test('what is answered tells nothing: the same to a stranger whether the address has an account, a code that was used, or none', async () => {
      const { email, visitor: owner } = await registered();
      const script = async (address: string): Promise<unknown[]> => {
        const stranger = newVisitor();
        const user_id = await startReset(address, stranger, 'login');
        await app.afterReply.settled();
        const first = await stranger.post('/verify-otp', { user_id, otp: '000000' });
        if (address === email) {
          const own = await startReset(email, owner, 'login');
          expect((await owner.post('/verify-otp', { user_id: own, otp: await owner.codeFor(email) })).statusCode).toBe(
            200,
          );
        }
        const rest = [];
        for (let guess = 0; guess < 6; guess += 1)
          rest.push(await stranger.post('/verify-otp', { user_id, otp: '000000' }));
        pass(700);
        rest.push(
          await stranger.post('/verify-otp', { user_id, otp: '000000' }),
          await stranger.post('/resend-otp', { user_id }),
        );
        return [first, ...rest].map((answer) => ({
          status: answer.statusCode,
          body: answer.json<unknown>(),
          headers: Object.keys(answer.headers).sort(),
        }));
      };
      const ofKnown = await script(email);
      expect(await script(newEmail())).toEqual(ofKnown);
    });

    test('a code for another address of an account completes nothing else, and not for anybody else', async () => {
      const [a, b] = [await registered(), await registered()];
      const next = newEmail();
      const { user_id } = (await a.visitor.post('/me/email', { email: next, current_password: PASSWORD })).json();
      const otp = await a.visitor.codeFor(next);
      const answers = [
        await newVisitor().post('/verify-otp', { user_id, otp }),
        await newVisitor().post('/verify-reset-otp', { user_id, otp }),
        await b.visitor.post('/me/email/verify', { user_id, otp }),
        await newVisitor().post('/me/email/verify', { user_id, otp }),
      ];
      expect(codesOf(answers)).toEqual(['CODE_REFUSED', 'CODE_REFUSED', 'CODE_REFUSED', 'UNAUTHENTICATED']);
      expect((await b.visitor.get('/me')).json().user.email).toBe(b.email);
      for (const purpose of ['login', 'reset'] as const) {
        const other = await startReset(b.email, b.visitor, purpose);
        const code = await b.visitor.codeFor(b.email);
        expect((await b.visitor.post('/me/email/verify', { user_id: other, otp: code })).json().code).toBe(
          'CODE_REFUSED',
        );
        pass(61);
      }
      expect((await a.visitor.post('/me/email/verify', { user_id, otp })).json().user.email).toBe(next);
    });

    test('a change of address that was begun before the password changed is over', async () => {
      const { visitor } = await registered();
      const next = newEmail();
      const { user_id } = (await visitor.post('/me/email', { email: next, current_password: PASSWORD })).json();
      const otp = await visitor.codeFor(next);
      await visitor.post('/me/password', { current_password: PASSWORD, password: 'changed by its owner' });
      expect((await visitor.post('/me/email/verify', { user_id, otp })).json().code).toBe('CODE_REFUSED');
    });
  });

  describe('what an owner can do and sees', () => {
    test('logging out everywhere ends every session in one press, and forgets the devices', async () => {
      const { email, visitor } = await registered();
      const phone = newVisitor();
      await phone.login(email);
      const answer = await visitor.delete('/sessions');
      expect(answer.json().message).toBe('You are logged out everywhere.');
      expect(visitor.cookies.has('sid')).toBe(false);
      for (const who of [visitor, phone]) {
        who.token = undefined;
        expect((await who.get('/me')).statusCode).toBe(401);
      }
      await Promise.all(Array.from({ length: 10 }, () => newVisitor().login(email, 'wrong password')));
      expect((await phone.login(email)).statusCode).toBe(429); // unknown again, so locked with the strangers
    });

    test("nobody else's sessions end with it, and nobody does it without the session's token", async () => {
      const [a, b] = [await registered(), await registered()];
      const cookieOnly = newVisitor();
      for (const [name, value] of a.visitor.cookies) cookieOnly.cookies.set(name, value);
      expect((await cookieOnly.delete('/sessions')).statusCode).toBe(401);
      await a.visitor.delete('/sessions');
      expect((await b.visitor.get('/me')).statusCode).toBe(200);
    });

    test('a login on a new device is told by mail, with a name of the device that nobody made up; on a known one it is not', async () => {
      const { email, visitor } = await registered();
      const logins = async () =>
        (await visitor.mailsTo(email)).filter(({ subject }) => subject === 'New login to your account');
      await visitor.post('/logout');
      visitor.token = undefined;
      await visitor.login(email);
      expect(await logins()).toHaveLength(0);
      await newVisitor().login(email, PASSWORD, { headers: { 'user-agent': CHROME } });
      await newVisitor().login(email, PASSWORD, { headers: { 'user-agent': 'Call-555-0199-to-get-your-refund/1.0' } });
      const [chrome, odd] = await logins();
      expect(chrome?.text).toContain('Chrome on Windows');
      expect(odd?.text).toContain('Unknown browser');
      expect(odd?.text).not.toContain('refund');
      const byCode = newVisitor();
      await byCode.post('/verify-otp', {
        user_id: await startReset(email, byCode, 'login'),
        otp: await byCode.codeFor(email),
      });
      expect(await logins()).toHaveLength(3);
    });

    test('two accounts of one household on one device are both known there', async () => {
      const [a, b] = [await registered(), await registered()];
      const shared = newVisitor();
      const signIn = async (email: string) => {
        await shared.login(email);
        await shared.post('/logout');
        shared.token = undefined;
      };
      for (const { email } of [a, b, a, b]) await signIn(email);
      for (const { email, visitor } of [a, b])
        expect(
          (await visitor.mailsTo(email)).filter(({ subject }) => subject === 'New login to your account'),
        ).toHaveLength(1);
    });

    test('failures, resets and changes are in the activity; a night of tries is one row of each kind', async () => {
      const { email, visitor } = await registered();
      await newVisitor().login(email, 'wrong password', { headers: { 'user-agent': CHROME } });
      await newVisitor().login(email, 'wrong again');
      const stranger = newVisitor();
      const user_id = await startReset(email, stranger);
      await app.afterReply.settled();
      await stranger.post('/verify-reset-otp', { user_id, otp: '000000' });
      await app.afterReply.settled();
      const { data } = (await visitor.get('/history')).json<{
        data: { kind: string; detail: string; times: number }[];
      }>();
      expect(data.slice(0, 3)).toEqual([
        expect.objectContaining({ kind: 'code-failed', times: 1 }),
        expect.objectContaining({ kind: 'reset-requested', times: 1 }),
        expect.objectContaining({ kind: 'sign-in-failed', times: 2, detail: 'Chrome on Windows' }),
      ]);
      expect(JSON.stringify(data)).not.toContain(stranger.address);
      const other = await registered();
      expect((await other.visitor.get('/history')).body).not.toMatch(/failed|requested/);
    });

    test('what was tried at addresses without an account is logged for whoever runs the shop, without the address', async () => {
      const [email, visitor] = [newEmail(), newVisitor()];
      await visitor.login(email, 'wrong password');
      await visitor.login(email, 'wrong password');
      await app.afterReply.settled();
      const { rows } = await database.query<{ row: string }>(
        'SELECT row_to_json(e)::text AS row FROM account_events e WHERE account_id IS NULL ORDER BY id DESC LIMIT 1',
      );
      expect(rows[0]?.row).toContain('"times":2');
      expect(rows[0]?.row).not.toContain(email);
      expect(rows[0]?.row).not.toContain(visitor.address);
    });
  });

  test.each(['password', 'PASSWORD', 'iloveyou', 'Password1', 'qwertyuiop', '123456789'])(
    '%s is refused wherever a password is chosen: it is one of the 100,000 most common',
    async (password) => {
      const message = /one of the most common passwords/;
      const refused = await newVisitor().post('/register', { name: 'Ada', email: newEmail(), password });
      expect(refused.statusCode).toBe(422);
      expect(refused.json().fields.password).toMatch(message);
      const { email, visitor } = await registered();
      expect(
        (await visitor.post('/me/password', { current_password: PASSWORD, password })).json().fields.password,
      ).toMatch(message);
      const reset = await grantReset(email);
      expect((await reset.post('/reset-password', { email, password })).json().fields.password).toMatch(message);
      expect((await reset.post('/reset-password', { email, password: 'a few words of my own' })).statusCode).toBe(200);
    },
  );

  test('the secrets are rotated without logging anybody out; what only a forgotten secret signed is nothing', async () => {
    const [older, newer] = [
      'the first secret of this shop, 32 characters',
      'the second secret of this shop, 32 characters',
    ];
    const shopWith = (
      authSecret: string,
      formerAuthSecrets: string[],
      cookieSecret = older,
      formerCookieSecrets: string[] = [],
    ) =>
      buildTestApp(database, { authSecret, formerAuthSecrets, cookieSecret, formerCookieSecrets }, { now: () => now });
    const [before, rotated, forgot] = await Promise.all([
      shopWith(older, []),
      shopWith(newer, [older], newer, [older]),
      shopWith(newer, [], newer, []),
    ]);
    const [email, visitor] = [newEmail(), newVisitor(undefined, before)];
    await visitor.register(email);
    pass(61);
    const guest = newVisitor(undefined, before);
    const { number } = (
      await guest.post('/orders', anOrderBody({ billing: { ...anOrderBody().billing, email: newEmail() } }), {
        headers: { 'idempotency-key': newKey() },
      })
    ).json().order;
    const user_id = await startReset(email, visitor, 'login');
    await before.afterReply.settled();
    const otp = await visitor.codeFor(email);
    const move = (from: Visitor, to: FastifyInstance): Visitor => {
      const moved = newVisitor(undefined, to);
      for (const [name, value] of from.cookies) moved.cookies.set(name, value);
      moved.token = from.token;
      return moved;
    };

    expect((await move(visitor, forgot).patch('/me', { name: 'Ada King' })).statusCode).toBe(401);
    expect((await move(guest, forgot).get(`/orders/${number}`)).statusCode).toBe(404);
    const after = move(visitor, rotated);
    expect((await after.patch('/me', { name: 'Ada King' })).statusCode).toBe(200);
    expect((await move(guest, rotated).get(`/orders/${number}`)).statusCode).toBe(200);
    const tokenBefore = after.token;
    await after.get('/me');
    expect(after.token).not.toBe(tokenBefore); // what is signed from now on is signed by the new one
    expect((await newVisitor(undefined, rotated).post('/verify-otp', { user_id, otp })).statusCode).toBe(200);
    await Promise.all([before, rotated, forgot].map((one) => one.close()));
  });
});
