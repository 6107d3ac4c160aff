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
  const advanceClock = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
  const readCodes = (responses: readonly { json: () => { code?: string } }[]) =>
    responses.map((response) => response.json().code);
  const readStatuses = (responses: readonly { statusCode: number }[]) => responses.map(({ statusCode }) => statusCode);

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, { now: () => now });
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const registerAccount = async (email = newEmail()): Promise<{ email: string; visitor: Visitor }> => {
    const visitor = newVisitor();
    await visitor.register(email);
    advanceClock(61);
    return { email, visitor };
  };
  const registerAccounts = async (howMany: number) => {
    const people = [];
    for (let index = 0; index < howMany; index += 1) people.push(await registerAccount());
    return people;
  };
  const startReset = async (email: string, visitor: Visitor, purpose: 'reset' | 'login' = 'reset'): Promise<string> =>
    (await visitor.post('/forgot-password', { email, purpose })).json<{ user_id: string }>().user_id;
  const grantReset = async (email: string): Promise<Visitor> => {
    const visitor = newVisitor();
    const user_id = await startReset(email, visitor);
    expect((await visitor.post('/verify-reset-otp', { user_id, otp: await visitor.readCode(email) })).statusCode).toBe(
      200,
    );
    advanceClock(61);
    return visitor;
  };

  describe('an existing reset grant', () => {
    test('is revoked when the password changes', async () => {
      const { email, visitor } = await registerAccount();
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

    test('is revoked for the old and the new email address when it changes', async () => {
      const { email, visitor } = await registerAccount();
      const attacker = await grantReset(email);
      const next = newEmail();
      const { user_id } = (await visitor.post('/me/email', { email: next, current_password: PASSWORD })).json();
      expect((await visitor.post('/me/email/verify', { user_id, otp: await visitor.readCode(next) })).statusCode).toBe(
        200,
      );
      for (const address of [email, next])
        expect((await attacker.post('/reset-password', { email: address, password: 'taken over' })).statusCode).toBe(
          403,
        );
      expect((await newVisitor().login(next)).statusCode).toBe(200);
    });

    test('does not survive if it is created while the password changes', async () => {
      for (let round = 0; round < 4; round += 1) {
        const { email, visitor } = await registerAccount();
        const attacker = newVisitor();
        const user_id = await startReset(email, attacker);
        const otp = await attacker.readCode(email);
        await Promise.all([
          attacker.post('/verify-reset-otp', { user_id, otp }),
          visitor.post('/me/password', { current_password: PASSWORD, password: 'changed by its owner' }),
        ]);
        expect((await attacker.post('/reset-password', { email, password: 'taken over' })).statusCode).toBe(403);
      }
    }, 30_000);

    test('is refused if the account has another email address by now', async () => {
      const { email } = await registerAccount();
      const attacker = await grantReset(email);
      await database.query('UPDATE accounts SET email = $2 WHERE email = $1', [email, newEmail()]);
      expect((await attacker.post('/reset-password', { email, password: 'taken over' })).statusCode).toBe(403);
    });
  });

  test('a login code requested before a password reset is refused after it', async () => {
    const { email } = await registerAccount();
    const attacker = newVisitor();
    const user_id = await startReset(email, attacker, 'login');
    const otp = await attacker.readCode(email);
    advanceClock(61);
    const owner = await grantReset(email);
    expect((await owner.post('/reset-password', { email, password: 'the words of its owner' })).statusCode).toBe(200);
    expect((await attacker.post('/verify-otp', { user_id, otp })).json().code).toBe('CODE_REFUSED');
  });

  describe('an attacker with a session and the password, while the owner recovers the account', () => {
    const ROUNDS = 8;
    const isSignedIn = async (visitor: Visitor) => (await visitor.get('/me')).statusCode === 200;

    test('cannot change the password after the reset', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { email, visitor: thief } = await registerAccount();
        const owner = await grantReset(email);
        const [reset, change] = await Promise.all([
          owner.post('/reset-password', { email, password: 'the words of its owner' }),
          thief.post('/me/password', { current_password: PASSWORD, password: 'the words of a thief' }),
        ]);
        expect([200, 403]).toContain(reset.statusCode);
        if (reset.statusCode !== 200) continue; // the thief was faster, which revoked the grant
        expect(change.statusCode).toBe(401);
        expect(await isSignedIn(thief)).toBe(false);
        expect((await newVisitor().login(email, 'the words of its owner')).statusCode).toBe(200);
      }
    }, 60_000);

    test('is logged out with all other sessions, even while changing the password', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { email, visitor: owner } = await registerAccount();
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

    test('cannot change the email address after the reset', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { email, visitor: thief } = await registerAccount();
        const next = newEmail();
        const { user_id } = (await thief.post('/me/email', { email: next, current_password: PASSWORD })).json();
        const otp = await thief.readCode(next);
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

    test('keeps no session from logins with the old password', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { email, visitor: thief } = await registerAccount();
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

    test('loses the reset grant when the owner logs out everywhere', async () => {
      const { email, visitor } = await registerAccount();
      const attacker = await grantReset(email);
      await visitor.delete('/sessions');
      expect((await attacker.post('/reset-password', { email, password: 'taken over' })).statusCode).toBe(403);
    });

    test('concurrently registering an address and changing an account to it leaves one owner, without server errors', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { visitor: mover } = await registerAccount();
        const [email, newcomer] = [newEmail(), newVisitor()];
        const registering = (await newcomer.post('/register', { name: 'Ada', email, password: PASSWORD })).json<{
          user_id: string;
        }>();
        const otp = await newcomer.readCode(email);
        advanceClock(61);
        const moving = (await mover.post('/me/email', { email, current_password: PASSWORD })).json<{
          user_id: string;
        }>();
        const other = await mover.readCode(email);
        const responses = await Promise.all([
          newcomer.post('/verify-otp', { user_id: registering.user_id, otp }),
          mover.post('/me/email/verify', { user_id: moving.user_id, otp: other }),
        ]);
        expect(readStatuses(responses).sort()).toEqual([200, 422]);
      }
    }, 60_000);
  });

  describe('an account used for attacks', () => {
    test.each(['an unknown browser', "a browser known to the owner's account"])(
      'mails about changes of email address are limited and do not use up the quota of the address owner, from %s',
      async (browser) => {
        const { email: victim, visitor: owner } = await registerAccount();
        const { email: attackers, visitor: attacker } = await registerAccount();
        if (browser !== 'an unknown browser') {
          attacker.cookies.set('dev', owner.cookies.get('dev') ?? '');
          await attacker.login(attackers);
        }
        const requests = [];
        for (let index = 0; index < 15; index += 1)
          requests.push(await attacker.post('/me/email', { email: newEmail(), current_password: PASSWORD }));
        expect(readStatuses(requests).filter((status) => status === 200)).toHaveLength(10);
        await app.afterReply.settled();
        advanceClock(3_601);
        for (let index = 0; index < 8; index += 1) {
          await attacker.post('/me/email', { email: victim, current_password: PASSWORD });
          advanceClock(61);
        }
        const before = (await owner.readMails(victim)).length;
        await attacker.post('/me/email', { email: victim, current_password: PASSWORD });
        await owner.post('/forgot-password', { email: victim });
        expect((await owner.readMails(victim)).length).toBe(before + 1);
      },
    );

    test("additional devices allow no additional guesses at a code sent to somebody else's address", async () => {
      const { email: mine, visitor: attacker } = await registerAccount();
      const target = newEmail();
      const guesses = [];
      for (let device = 0; device < 12; device += 1) {
        const other = newVisitor();
        await other.login(mine);
        advanceClock(400);
        const { user_id } = (await other.post('/me/email', { email: target, current_password: PASSWORD })).json<{
          user_id: string;
        }>();
        await app.afterReply.settled();
        for (let guess = 0; guess < 5; guess += 1)
          guesses.push(await other.post('/me/email/verify', { user_id, otp: 'wrong!' }));
      }
      expect(readCodes(guesses).filter((code) => code === 'CODE_REFUSED').length).toBeLessThanOrEqual(50);
      expect(attacker.cookies.has('sid')).toBe(true);
    }, 30_000);

    test('a flood of logins with a valid password does not block other logins', async () => {
      const [{ email: attackers, visitor: device }, own] = [await registerAccount(), await registerAccount()];
      const real = await buildTestApp(database, {}, { now: () => now }, { hasher: new PasswordHasher() });
      const network = newNetwork();
      const flood = Array.from({ length: 60 }, () => {
        const visitor = newVisitor(undefined, real);
        visitor.cookies.set('dev', device.cookies.get('dev') ?? '');
        return visitor.login(attackers);
      });
      const strangers = Array.from({ length: 60 }, () => newVisitor(network, real).login(attackers));
      const known = newVisitor(undefined, real);
      known.cookies.set('dev', own.visitor.cookies.get('dev') ?? '');
      expect((await known.login(own.email)).statusCode).toBe(200);
      expect((await newVisitor(undefined, real).login(own.email)).statusCode).toBe(200);
      await Promise.all([...flood, ...strangers]);
      await real.close();
    }, 60_000);

    test("many failed logins do not push other events off the account's activity", async () => {
      const { email, visitor } = await registerAccount();
      await visitor.post('/me/password', { current_password: PASSWORD, password: 'a few other words' });
      for (let hour = 0; hour < 24; hour += 1) {
        advanceClock(3_600);
        await Promise.all(Array.from({ length: 3 }, () => newVisitor().login(email, 'wrong password')));
        const stranger = newVisitor();
        await stranger.post('/verify-otp', { user_id: await startReset(email, stranger, 'login'), otp: '000000' });
        await app.afterReply.settled();
      }
      advanceClock(901);
      visitor.token = undefined;
      await visitor.login(email, 'a few other words'); // its session lasted one day
      const { data } = (await visitor.get('/history')).json<{ data: { kind: string }[] }>();
      const kinds = data.map(({ kind: what }) => what);
      expect(kinds).toEqual(expect.arrayContaining(['password-changed', 'registered', 'sign-in-failed']));
      expect(kinds.length).toBeLessThanOrEqual(8);
    }, 60_000);
  });

  describe('email addresses', () => {
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
    test.each(bad)('%s is refused as an email address', async (email) => {
      for (const [path, body] of [
        ['/register', { name: 'Ada', password: PASSWORD }],
        ['/forgot-password', {}],
        ['/login', { password: PASSWORD }],
      ] as const) {
        const response = await newVisitor().post(path, { ...body, email });
        expect(response.statusCode).toBe(400);
        expect(response.json().fields.email).toBe('Enter an email address, such as name@example.com.');
      }
    });

    test.each([
      "o'neil+shop@example.co.uk",
      'first.last@sub.example.museum',
      'a_b-c@xn--bcher-kva.example',
      '1@example.com',
    ])('%s is accepted as an email address', async (email) => {
      expect((await newVisitor().post('/forgot-password', { email })).statusCode).toBe(200);
    });

    test('spellings of one mailbox share its limits', async () => {
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

  describe('a flood', () => {
    test('of registrations from one network is refused before hashing, while a family in one network can register, order and log in', async () => {
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
      expect(readStatuses(family)).toEqual(Array.from({ length: 6 }, () => 200));

      const hashed = jest.spyOn(argon2id, 'hash');
      const attacker = newNetwork();
      const responses = [];
      for (let asked = 0; asked < 160; asked += 1)
        responses.push(
          await newVisitor(attacker).post('/register', { name: 'Ada', email: newEmail(), password: PASSWORD }),
        );
      expect(readStatuses(responses).filter((status) => status === 429)).toHaveLength(40);
      expect(hashed.mock.calls).toHaveLength(120);
      hashed.mockRestore();
    }, 30_000);

    test('of registrations from many networks leaves capacity for logins', async () => {
      const people = await registerAccounts(12);
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
      expect(readStatuses(await Promise.all(owners))).toEqual(people.map(() => 200));
      expect(readStatuses(await Promise.all(strangers))).toEqual(strangers.map(() => 401));
      expect(readStatuses(await Promise.all(flood)).filter((status) => status === 503).length).toBeGreaterThan(150);
      await real.close();
    }, 60_000);

    test('of logins, even from one known device, leaves capacity for other known devices', async () => {
      const people = await registerAccounts(8);
      const real = await buildTestApp(database, {}, { now: () => now }, { hasher: new PasswordHasher() });
      const attackersDevice = (await registerAccount()).visitor.cookies.get('dev') ?? '';
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
      expect(readStatuses(await Promise.all(owners))).toEqual(people.map(() => 200));
      expect(readStatuses(await Promise.all(flood)).filter((status) => status === 503).length).toBeGreaterThan(100);
      await real.close();
    }, 60_000);
  });

  describe('codes', () => {
    test('one network may enter 60 wrong codes in 15 minutes, whatever challenge they are for', async () => {
      const attacker = newNetwork();
      const responses = [];
      for (let index = 0; index < 80; index += 1)
        responses.push(await newVisitor(attacker).post('/verify-otp', { user_id: `made-up-${index}`, otp: '000000' }));
      expect(readCodes(responses).filter((code) => code === 'CODE_REFUSED')).toHaveLength(60);
      expect(responses.at(-1)?.statusCode).toBe(429);
      expect(responses.at(-1)?.headers['retry-after']).toBe('900');
      advanceClock(901);
      expect(
        (await newVisitor(attacker).post('/verify-reset-otp', { user_id: 'made-up', otp: '000000' })).json().code,
      ).toBe('CODE_REFUSED');
    }, 15_000);

    test("a stranger's guesses use up neither the owner's code nor the owner's daily attempts", async () => {
      const { email, visitor: owner } = await registerAccount();
      const stranger = newNetwork();
      const elsewhere = newVisitor(); // the owner on a new device
      const own = await startReset(email, elsewhere, 'login');
      const otp = await elsewhere.readCode(email);
      const guesses = [];
      for (let challenge = 0; challenge < 12; challenge += 1) {
        const user_id = await startReset(email, newVisitor(stranger), 'login');
        for (let guess = 0; guess < 5; guess += 1)
          guesses.push(await newVisitor(stranger).post('/verify-otp', { user_id, otp: 'wrong!' }));
      }
      expect(readCodes(guesses).filter((code) => code === 'CODE_REFUSED')).toHaveLength(20);
      expect((await elsewhere.post('/verify-otp', { user_id: own, otp })).statusCode).toBe(200);

      // Strangers on many networks use up the 50 attempts of the account, but a known device has its own.
      advanceClock(61);
      for (let index = 0; index < 60; index += 1) {
        const attacker = newVisitor();
        await attacker.post('/verify-otp', { user_id: await startReset(email, attacker, 'login'), otp: 'wrong!' });
      }
      advanceClock(3601);
      const user_id = await startReset(email, owner, 'login');
      const fresh = await owner.readCode(email);
      const attacker = newVisitor();
      expect((await attacker.post('/verify-otp', { user_id, otp: fresh })).json().code).toBe(
        'CODE_TRIES_EXHAUSTED_TODAY',
      );
      expect((await owner.post('/verify-otp', { user_id, otp: fresh })).statusCode).toBe(200);
    }, 30_000);

    test("a stranger's requests for codes do not use up the quota of the owner's known device", async () => {
      const { email, visitor: owner } = await registerAccount();
      for (let index = 0; index < 30; index += 1) {
        advanceClock(1_801);
        await newVisitor().post('/forgot-password', { email });
      }
      const before = (await owner.readMails(email)).length;
      await newVisitor().post('/forgot-password', { email });
      expect((await owner.readMails(email)).length).toBe(before);
      const user_id = await startReset(email, owner, 'login');
      expect((await owner.readMails(email)).length).toBe(before + 1);
      expect((await owner.post('/verify-otp', { user_id, otp: await owner.readCode(email) })).statusCode).toBe(200);
    }, 15_000);

    test("a stranger's recent request for a code does not make the owner wait", async () => {
      const { email, visitor: owner } = await registerAccount();
      await newVisitor().post('/forgot-password', { email });
      const before = (await owner.readMails(email)).length;
      await owner.post('/forgot-password', { email });
      expect((await owner.readMails(email)).length).toBe(before + 1);
    });

    test("a stranger's requests leave the owner's code valid, also one from a known device after many of them", async () => {
      const { email, visitor: owner } = await registerAccount();
      const elsewhere = newVisitor();
      const user_id = await startReset(email, elsewhere, 'login');
      const otp = await elsewhere.readCode(email);
      for (let mail = 0; mail < 2; mail += 1) {
        advanceClock(61);
        await newVisitor().post('/forgot-password', { email, purpose: 'login' });
        await app.afterReply.settled();
      }
      expect((await elsewhere.post('/verify-otp', { user_id, otp })).statusCode).toBe(200);

      advanceClock(3_601);
      const known = await startReset(email, owner, 'login');
      const code = await owner.readCode(email);
      for (let mail = 0; mail < 4; mail += 1) {
        advanceClock(61);
        await newVisitor().post('/forgot-password', { email, purpose: 'login' });
        await app.afterReply.settled();
      }
      expect((await owner.post('/verify-otp', { user_id: known, otp: code })).statusCode).toBe(200);
    });

    test('whoever gets no code is told when the next one can be sent, whether or not the address has an account', async () => {
      const ask = async (email: string): Promise<unknown[]> => {
        const answers = [];
        for (let asked = 0; asked < 5; asked += 1) {
          advanceClock(61);
          const answer = (await newVisitor().post('/forgot-password', { email })).json<object>();
          answers.push({ ...answer, user_id: '' });
        }
        return answers;
      };
      const { email } = await registerAccount();
      advanceClock(86_400); // the mail of the registration counts for a day
      const answers = await ask(email);
      expect(await ask(newEmail())).toEqual(answers);
      expect(answers.at(-1)).toEqual({
        status: true,
        message: 'If this address has an account, codes were already sent to it.',
        user_id: '',
        code_sent: false,
        next_code_s: 3_600 - 4 * 61,
      });
    });

    describe('the link of a mail', () => {
      const readLink = async (email: string, purpose: 'login' | 'reset'): Promise<string> => {
        const text = (await newVisitor().readMails(email)).at(-1)?.text ?? '';
        return new RegExp(`/auth/verify-reset-otp#${purpose}=([\\w-]+)`).exec(text)?.[1] ?? 'no link';
      };

      test('signs in without a code, although strangers have used up the mails and attempts of the day', async () => {
        const { email } = await registerAccount();
        for (let asked = 0; asked < 60; asked += 1) {
          const stranger = newVisitor();
          const user_id = await startReset(email, stranger, 'login');
          await stranger.post('/verify-otp', { user_id, otp: 'wrong!' });
          advanceClock(61);
        }
        const owner = newVisitor();
        const user_id = await startReset(email, owner, 'login');
        const otp = await owner.readCode(email);
        expect((await owner.post('/verify-otp', { user_id, otp })).statusCode).not.toBe(200);
        const link_key = await readLink(email, 'login');
        expect((await owner.post('/verify-otp', { link_key })).statusCode).toBe(200);
        expect((await owner.get('/me')).json().user.email).toBe(email);
        expect((await newVisitor().post('/verify-otp', { link_key })).json().code).toBe('LINK_REFUSED');
      }, 30_000);

      test('permits a new password', async () => {
        const { email } = await registerAccount();
        const owner = newVisitor();
        await startReset(email, owner);
        const link_key = await readLink(email, 'reset');
        expect((await owner.post('/verify-reset-otp', { link_key })).json()).toMatchObject({ status: true, email });
        expect((await owner.post('/reset-password', { email, password: 'chosen with a link' })).statusCode).toBe(200);
        expect((await newVisitor().login(email, 'chosen with a link')).statusCode).toBe(200);
      });

      test('works for its purpose only, for a day, and until a code of the same mails is used', async () => {
        const { email } = await registerAccount();
        const owner = newVisitor();
        await startReset(email, owner);
        const reset = await readLink(email, 'reset');
        expect((await owner.post('/verify-otp', { link_key: reset })).json().code).toBe('LINK_REFUSED');
        advanceClock(86_401);
        expect((await owner.post('/verify-reset-otp', { link_key: reset })).json().code).toBe('LINK_REFUSED');

        const user_id = await startReset(email, owner, 'login');
        const login = await readLink(email, 'login');
        expect((await owner.post('/verify-otp', { user_id, otp: await owner.readCode(email) })).statusCode).toBe(200);
        expect((await newVisitor().post('/verify-otp', { link_key: login })).json().code).toBe('LINK_REFUSED');
      });

      test('is refused after the password has changed', async () => {
        const { email, visitor: owner } = await registerAccount();
        await startReset(email, newVisitor(), 'login');
        const link_key = await readLink(email, 'login');
        await owner.post('/me/password', { current_password: PASSWORD, password: 'changed by its owner' });
        expect((await newVisitor().post('/verify-otp', { link_key })).json().code).toBe('LINK_REFUSED');
      });

      test('of two concurrent sign-ins one succeeds', async () => {
        const { email } = await registerAccount();
        await startReset(email, newVisitor(), 'login');
        const link_key = await readLink(email, 'login');
        const answers = await Promise.all([0, 1].map(() => newVisitor().post('/verify-otp', { link_key })));
        expect(readStatuses(answers).sort()).toEqual([200, 422]);
      });

      test('is in the mail that an address with an account gets for a registration, so that registrations keep nobody out', async () => {
        const { email } = await registerAccount();
        const register = (name: string) =>
          newVisitor().post('/register', { name, email, password: 'another password' });
        for (let asked = 0; asked < 9; asked += 1) {
          advanceClock(61);
          await register('Mallory');
        }
        const owner = newVisitor();
        expect((await owner.post('/forgot-password', { email, purpose: 'login' })).json().code_sent).toBe(false);
        const link_key = await readLink(email, 'login');
        expect((await owner.post('/verify-otp', { link_key })).json().user.email).toBe(email);
      });

      test('is not in the mail of a registration, which belongs to the browser that started it', async () => {
        const email = newEmail();
        await newVisitor().post('/register', { name: 'Ada', email, password: PASSWORD });
        expect((await newVisitor().readMails(email)).map(({ text }) => text).join()).not.toContain('http');
      });
    });

    test('responses to a stranger do not reveal whether the address has an account or its code was used', async () => {
      const { email, visitor: owner } = await registerAccount();
      const recordTranscript = async (address: string): Promise<unknown[]> => {
        const stranger = newVisitor();
        const user_id = await startReset(address, stranger, 'login');
        await app.afterReply.settled();
        const first = await stranger.post('/verify-otp', { user_id, otp: '000000' });
        if (address === email) {
          const own = await startReset(email, owner, 'login');
          expect((await owner.post('/verify-otp', { user_id: own, otp: await owner.readCode(email) })).statusCode).toBe(
            200,
          );
        }
        const rest = [];
        for (let guess = 0; guess < 6; guess += 1)
          rest.push(await stranger.post('/verify-otp', { user_id, otp: '000000' }));
        advanceClock(700);
        rest.push(
          await stranger.post('/verify-otp', { user_id, otp: '000000' }),
          await stranger.post('/resend-otp', { user_id }),
        );
        return [first, ...rest].map((response) => ({
          status: response.statusCode,
          body: response.json<unknown>(),
          headers: Object.keys(response.headers).sort(),
        }));
      };
      const transcriptOfKnown = await recordTranscript(email);
      expect(await recordTranscript(newEmail())).toEqual(transcriptOfKnown);
    });

    test('a code for a change of email address works only for that change and that account', async () => {
      const [a, b] = [await registerAccount(), await registerAccount()];
      const next = newEmail();
      const { user_id } = (await a.visitor.post('/me/email', { email: next, current_password: PASSWORD })).json();
      const otp = await a.visitor.readCode(next);
      const responses = [
        await newVisitor().post('/verify-otp', { user_id, otp }),
        await newVisitor().post('/verify-reset-otp', { user_id, otp }),
        await b.visitor.post('/me/email/verify', { user_id, otp }),
        await newVisitor().post('/me/email/verify', { user_id, otp }),
      ];
      expect(readCodes(responses)).toEqual(['CODE_REFUSED', 'CODE_REFUSED', 'CODE_REFUSED', 'UNAUTHENTICATED']);
      expect((await b.visitor.get('/me')).json().user.email).toBe(b.email);
      for (const purpose of ['login', 'reset'] as const) {
        const other = await startReset(b.email, b.visitor, purpose);
        const code = await b.visitor.readCode(b.email);
        expect((await b.visitor.post('/me/email/verify', { user_id: other, otp: code })).json().code).toBe(
          'CODE_REFUSED',
        );
        advanceClock(61);
      }
      expect((await a.visitor.post('/me/email/verify', { user_id, otp })).json().user.email).toBe(next);
    });

    test('changing the password cancels a pending change of email address', async () => {
      const { visitor } = await registerAccount();
      const next = newEmail();
      const { user_id } = (await visitor.post('/me/email', { email: next, current_password: PASSWORD })).json();
      const otp = await visitor.readCode(next);
      await visitor.post('/me/password', { current_password: PASSWORD, password: 'changed by its owner' });
      expect((await visitor.post('/me/email/verify', { user_id, otp })).json().code).toBe('CODE_REFUSED');
    });
  });

  describe('controls of the account owner', () => {
    test('logging out everywhere ends every session and forgets all devices', async () => {
      const { email, visitor } = await registerAccount();
      const phone = newVisitor();
      await phone.login(email);
      const response = await visitor.delete('/sessions');
      expect(response.json().message).toBe('You are logged out everywhere.');
      expect(visitor.cookies.has('sid')).toBe(false);
      for (const who of [visitor, phone]) {
        who.token = undefined;
        expect((await who.get('/me')).statusCode).toBe(401);
      }
      await Promise.all(Array.from({ length: 10 }, () => newVisitor().login(email, 'wrong password')));
      expect((await phone.login(email)).statusCode).toBe(429); // unknown again, so locked out like strangers
    });

    test('logging out everywhere requires the CSRF token and ends no sessions of other accounts', async () => {
      const [a, b] = [await registerAccount(), await registerAccount()];
      const cookieOnly = newVisitor();
      for (const [name, value] of a.visitor.cookies) cookieOnly.cookies.set(name, value);
      expect((await cookieOnly.delete('/sessions')).statusCode).toBe(401);
      await a.visitor.delete('/sessions');
      expect((await b.visitor.get('/me')).statusCode).toBe(200);
    });

    test('a login on a new device is reported by mail with a recognized device name; one on a known device is not', async () => {
      const { email, visitor } = await registerAccount();
      const readLoginMails = async () =>
        (await visitor.readMails(email)).filter(({ subject }) => subject === 'New login to your account');
      await visitor.post('/logout');
      visitor.token = undefined;
      await visitor.login(email);
      expect(await readLoginMails()).toHaveLength(0);
      await newVisitor().login(email, PASSWORD, { headers: { 'user-agent': CHROME } });
      await newVisitor().login(email, PASSWORD, { headers: { 'user-agent': 'Call-555-0199-to-get-your-refund/1.0' } });
      const [chrome, odd] = await readLoginMails();
      expect(chrome?.text).toContain('Chrome on Windows');
      expect(odd?.text).toContain('Unknown browser');
      expect(odd?.text).not.toContain('refund');
      const byCode = newVisitor();
      await byCode.post('/verify-otp', {
        user_id: await startReset(email, byCode, 'login'),
        otp: await byCode.readCode(email),
      });
      expect(await readLoginMails()).toHaveLength(3);
    });

    test('a shared device is known to both of its accounts', async () => {
      const [a, b] = [await registerAccount(), await registerAccount()];
      const shared = newVisitor();
      const signIn = async (email: string) => {
        await shared.login(email);
        await shared.post('/logout');
        shared.token = undefined;
      };
      for (const { email } of [a, b, a, b]) await signIn(email);
      for (const { email, visitor } of [a, b])
        expect(
          (await visitor.readMails(email)).filter(({ subject }) => subject === 'New login to your account'),
        ).toHaveLength(1);
    });

    test('the activity lists failed logins, failed codes and reset requests, grouped by kind', async () => {
      const { email, visitor } = await registerAccount();
      await newVisitor().login(email, 'wrong password', { headers: { 'user-agent': CHROME } });
      await app.afterReply.settled();
      await newVisitor().login(email, 'wrong again');
      await app.afterReply.settled();
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
      const other = await registerAccount();
      expect((await other.visitor.get('/history')).body).not.toMatch(/failed|requested/);
    });

    test('failed logins for addresses without an account are logged for operators without the address', async () => {
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
    'the common password %s is refused at registration, change and reset',
    async (password) => {
      const message = /one of the most common passwords/;
      const refused = await newVisitor().post('/register', { name: 'Ada', email: newEmail(), password });
      expect(refused.statusCode).toBe(422);
      expect(refused.json().fields.password).toMatch(message);
      const { email, visitor } = await registerAccount();
      expect(
        (await visitor.post('/me/password', { current_password: PASSWORD, password })).json().fields.password,
      ).toMatch(message);
      const reset = await grantReset(email);
      expect((await reset.post('/reset-password', { email, password })).json().fields.password).toMatch(message);
      expect((await reset.post('/reset-password', { email, password: 'a few words of my own' })).statusCode).toBe(200);
    },
  );

  test('rotating secrets logs nobody out, and signatures made with removed secrets are invalid', async () => {
    const [older, newer] = [
      'the first secret of this shop, 32 characters',
      'the second secret of this shop, 32 characters',
    ];
    const buildShop = (
      authSecret: string,
      formerAuthSecrets: string[],
      cookieSecret = older,
      formerCookieSecrets: string[] = [],
    ) =>
      buildTestApp(database, { authSecret, formerAuthSecrets, cookieSecret, formerCookieSecrets }, { now: () => now });
    const [before, rotated, withoutFormer] = await Promise.all([
      buildShop(older, []),
      buildShop(newer, [older], newer, [older]),
      buildShop(newer, [], newer, []),
    ]);
    const [email, visitor] = [newEmail(), newVisitor(undefined, before)];
    await visitor.register(email);
    advanceClock(61);
    const guest = newVisitor(undefined, before);
    const { number } = (
      await guest.post('/orders', anOrderBody({ billing: { ...anOrderBody().billing, email: newEmail() } }), {
        headers: { 'idempotency-key': newKey() },
      })
    ).json().order;
    const user_id = await startReset(email, visitor, 'login');
    await before.afterReply.settled();
    const otp = await visitor.readCode(email);
    const move = (from: Visitor, to: FastifyInstance): Visitor => {
      const moved = newVisitor(undefined, to);
      for (const [name, value] of from.cookies) moved.cookies.set(name, value);
      moved.token = from.token;
      return moved;
    };

    expect((await move(visitor, withoutFormer).patch('/me', { name: 'Ada King' })).statusCode).toBe(401);
    expect((await move(guest, withoutFormer).get(`/orders/${number}`)).statusCode).toBe(404);
    const after = move(visitor, rotated);
    expect((await after.patch('/me', { name: 'Ada King' })).statusCode).toBe(200);
    expect((await move(guest, rotated).get(`/orders/${number}`)).statusCode).toBe(200);
    const tokenBefore = after.token;
    await after.get('/me');
    expect(after.token).not.toBe(tokenBefore); // new tokens are signed with the new secret
    expect((await newVisitor(undefined, rotated).post('/verify-otp', { user_id, otp })).statusCode).toBe(200);
    await Promise.all([before, rotated, withoutFormer].map((one) => one.close()));
  });
});
