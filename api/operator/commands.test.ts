import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../src/database/Database';
import { openDatabase } from '../src/database/openDatabase';
import { anOperator, findAudit } from '../src/testing/anOperator';
import { anOrderBody, buildTestApp, newKey } from '../src/testing/testApp';
import { databaseKinds, createTestDirectory, openTestDatabase } from '../src/testing/testDatabase';
import { PASSWORD, Visitor } from '../src/testing/Visitor';
import { addCoupon } from './addCoupon';
import { runCommand } from './runCommand';
import { listSecurityEvents } from './listSecurityEvents';
import { showUser } from './showUser';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-commands-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const NOW = new Date('2026-11-21T12:00:00Z');
const COUPON = {
  code: 'WINTER',
  kind: 'percent',
  amount: 10,
  minimumCents: 0,
  maximumCents: null,
  productIds: null,
  categories: null,
  excludesReduced: false,
  email: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerCustomer: null,
} as const;

describe.each(databaseKinds)('coupons and users on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database);
    await database.query("UPDATE products SET stock = 100 WHERE id = 'ring-halo'");
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  const add = async (coupon: Partial<Parameters<typeof addCoupon>[1]>, dryRun = false): Promise<string[]> => {
    const { context, printed } = anOperator(database);
    await addCoupon(context, { ...COUPON, ...coupon }, { dryRun }).catch((error: Error & { code?: string }) =>
      printed.push(`${error.code}: ${error.message}`),
    );
    return printed;
  };

  test('an added coupon discounts orders up to its maximum uses', async () => {
    expect(await add({ maxUses: 1, minimumCents: 10_000 }, true)).toEqual([
      'Dry run, nothing is written: WINTER would be 10 % off, from 100.00 on, 1 uses.',
    ]);
    expect(await add({ maxUses: 1, minimumCents: 10_000 })).toEqual([
      'The coupon WINTER was added: 10 % off, from 100.00 on, 1 uses.',
    ]);
    const order = () =>
      app.inject({
        method: 'POST',
        url: '/api/orders',
        headers: { 'idempotency-key': newKey() },
        payload: anOrderBody({ coupon_code: 'winter', expected_total: 288 }),
      });
    expect((await order()).json().order).toMatchObject({ discount: 32, total: 288 });
    expect((await order()).statusCode).toBe(409);
    expect(await findAudit(database, 'WINTER')).toEqual([
      {
        who: 'grace',
        action: 'coupon.added',
        before: null,
        after: { terms: '10 % off, from 100.00 on, 1 uses' },
      },
    ]);
  });

  test('an existing coupon is not changed, even if two operators add it at once', async () => {
    const said = (await Promise.all([add({ code: 'TWICE', amount: 10 }), add({ code: 'TWICE', amount: 20 })])).flat();
    expect(said.filter((line) => line.startsWith('conflict: There is a coupon TWICE already'))).toHaveLength(1);
    expect(await add({ code: 'TWICE' }, true)).toEqual([
      'conflict: There is a coupon TWICE already: it was not changed.',
    ]);
    expect(await findAudit(database, 'TWICE')).toHaveLength(1);
  });

  test('a coupon that ends before it starts, or has ended, is refused', async () => {
    const [before, after] = [new Date(NOW.getTime() - 1), new Date(NOW.getTime() + 1)];
    expect(await add({ code: 'ODD', startsAt: after, endsAt: after })).toEqual([
      'refused: A coupon ends after it starts.',
    ]);
    expect(await add({ code: 'ODD', endsAt: before })).toEqual(['refused: This coupon would have ended already.']);
  });

  test('events of one account, or of all, are listed without IP addresses', async () => {
    const visitor = new Visitor(app, database, '198.51.100.77');
    await visitor.register('events@example.org');
    for (let failure = 0; failure < 3; failure += 1)
      await new Visitor(app, database, '198.51.100.78').login('events@example.org', 'a wrong password');
    await new Visitor(app, database, '198.51.100.78').login('no-account@example.org', 'a wrong password');
    await app.afterReply.settled();
    const { context, printed } = anOperator(database);
    await listSecurityEvents(context, { email: ' EVENTS@example.org', limit: 25 }, { json: false });
    expect(printed.slice(1).map((line) => line.split(/\s{2,}/).slice(1, 4))).toEqual([
      ['sign-in-failed', '3', 'events@example.org'],
      ['registered', '1', 'events@example.org'],
    ]);
    printed.length = 0;
    await listSecurityEvents(context, { email: null, limit: 25 }, { json: true });
    const [newest] = JSON.parse(printed.join('\n'));
    expect(newest).toMatchObject({ kind: 'sign-in-failed', email: null, times: 1 });
    expect(printed.join('\n')).not.toMatch(/198\.51|no-account/);
  });

  test("an account is shown with its own orders and locks, and with nothing of another's or that opens it", async () => {
    const [ada, eve] = [new Visitor(app, database), new Visitor(app, database)];
    await ada.register('ada@example.org');
    await eve.register('eve@example.org');
    const headers = { 'idempotency-key': newKey() };
    const { number } = (await ada.post('/orders', anOrderBody(), { headers })).json().order;
    const eves = (await eve.post('/orders', anOrderBody(), { headers: { 'idempotency-key': newKey() } })).json().order
      .number;
    for (let failure = 0; failure < 7; failure += 1)
      await new Visitor(app, database).login('ada@example.org', 'a wrong password');
    const { context, printed } = anOperator(database);
    await showUser(context, ' ADA@example.org ', { json: false });
    const text = printed.join('\n');
    expect(text).toMatch(/^Name +Ada Lovelace$/m);
    expect(text).toMatch(/^Signs in with +password$/m);
    expect(text).toMatch(/^Sessions +1$/m);
    expect(text).toMatch(/^Addresses +0$/m);
    expect(text).toMatch(/^Orders +1$/m);
    expect(text).toMatch(/^Locked +passwords from new devices until 2026-11-21T12:00:\d\d.000Z, after \d wrong ones$/m);
    expect(text).toContain(number);
    printed.length = 0;
    await showUser(context, 'ada@example.org', { json: true });
    const shown = JSON.parse(printed.join('\n'));
    expect(shown).toMatchObject({ email: 'ada@example.org', sessions: 1, orders: 1, newest_orders: [{ number }] });
    const secrets = await database.query<{ secret: string }>(
      'SELECT password_hash AS secret FROM accounts UNION ALL SELECT secret_hash FROM sessions UNION ALL SELECT id FROM sessions UNION ALL SELECT code_hash FROM codes',
    );
    for (const { secret } of [...secrets.rows, { secret: PASSWORD }, { secret: ada.token ?? '-' }])
      expect(text + JSON.stringify(shown)).not.toContain(secret);
    expect(text + JSON.stringify(shown)).not.toContain(eves);
    await expect(showUser(context, 'nobody@example.org', { json: false })).rejects.toMatchObject({ code: 'unknown' });
  });
});

describe('the command line', () => {
  const dataDirectory = path.join(folder, 'data');
  const environment = { DATA_DIR: dataDirectory, INIT_CWD: folder };
  beforeAll(() => createTestDirectory(dataDirectory), 60_000);

  const give = async (...argv: string[]): Promise<{ code: number; said: string }> => {
    const said: string[] = [];
    const say = (line: string): void => void said.push(line);
    const code = await runCommand(argv, environment, { print: say, printError: say, write: say });
    return { code, said: said.join('\n') };
  };

  test('--help shows every command and what exit codes mean', async () => {
    for (const argv of [[], ['--help'], ['help']]) {
      const { code, said } = await give(...argv);
      expect(code).toBe(0);
      for (const text of [
        'products',
        'orders',
        'coupons',
        'users',
        'mails',
        'backup [file]',
        'restore [options] [file]',
        '--by <name>',
        '0 done, 1 failed, 2 wrong usage, 3 refused, 4 conflict, 6 unknown',
      ]) {
        expect(said).toContain(text);
      }
    }
  });

  test.each([
    [
      ['products', '--help'],
      ['import [options] [file]', 'export [options] [file]'],
    ],
    [['orders', '--help'], ['list', 'show', 'paid', 'ship', 'refund'].map((name) => `${name} [options]`)],
    [['coupons', '--help'], ['add [options] <code>']],
    [
      ['users', '--help'],
      ['show [options] <email>', 'events [options] [email]'],
    ],
    [
      ['mails', '--help'],
      ['list [options]', 'sent [options]'],
    ],
    [
      ['orders', 'ship', '--help'],
      ['npm run shop -- orders ship [options] <number>', '--paid', '--by <name>'],
    ],
    [
      ['help', 'restore'],
      ['npm run shop -- restore [options] [file]', '--replace', '--to <time>', '--label <label>'],
    ],
  ])('%j shows %j', async (argv, texts) => {
    const { code, said } = await give(...argv);
    expect(code).toBe(0);
    for (const text of texts) expect(said).toContain(text);
  });

  test.each([
    [['burn'], "error: unknown command 'burn'"],
    [['orders'], 'Usage: npm run shop -- orders [options] [command]'],
    [['orders', 'burn'], "error: unknown command 'burn'"],
    [['orders', 'ship'], "error: missing required argument 'number'"],
    [['orders', 'ship', 'A', 'B'], "error: too many arguments for 'ship'. Expected 1 argument but got 2."],
    [['orders', 'ship', 'A', '--percent', '3'], "error: unknown option '--percent'"],
    [
      ['orders', 'list', '--status', 'lost'],
      "argument 'lost' is invalid. Allowed choices are on-hold, pending-payment, processing, shipped, canceled.",
    ],
    [['orders', 'list', '--since', '2026-02-30'], '--since is a day such as'],
    [['orders', 'list', '--since', '2026-12-01T08:00'], '--since is a day such as'],
    [['orders', 'list', '--since'], "error: option '--since <day>' argument missing"],
    [['orders', 'list', '--email', '--json'], '--email is a text without a leading hyphen, not "--json".'],
    [['orders', 'list', '--page', '0'], '--page is a whole number from 1 to 100000, not "0".'],
    [['slots', 'close', 'abc'], '<id> is a whole number from 1 to 999999999, not "abc".'],
    [['slots', 'capacity', '1', '0'], '<orders> is a whole number from 1 to 9999, not "0".'],
    [['orders', 'list', '--per-page', '501'], '--per-page is a whole number from 1 to 500, not "501".'],
    [['orders', 'list', '--email', ''], 'The email address is empty.'],
    [['orders', 'ship', ' '], 'The number of the order is empty.'],
    [['orders', 'refund', 'A', '--reason', '--dry-run'], '--reason is a text without a leading hyphen'],
    [['coupons', 'add', 'X'], 'Use either --percent or --amount.'],
    [['coupons', 'add', 'X', '--percent', '5', '--amount', '5'], 'Use either --percent or --amount.'],
    [['coupons', 'add', 'X', '--percent', '0'], '--percent is a whole number from 1 to 100, not "0".'],
    [['coupons', 'add', 'X', '--percent', '101'], '--percent is a whole number from 1 to 100, not "101".'],
    [['coupons', 'add', 'X', '--percent', '2.5'], '--percent is a whole number'],
    [['coupons', 'add', 'X', '--amount', '0'], '--amount is an amount in dollars'],
    [['coupons', 'add', 'two words', '--percent', '5'], 'A code has 1 to 32 letters'],
    [['coupons', 'add', 'X', '--percent', '5', '--uses', '-1'], '--uses is a whole number from 1 to 1000000000'],
    [['products', 'export', '--store', 'pirates'], 'Allowed choices are jewellery-store, organic-store.'],
    [['users', 'show', ''], 'The email address is empty.'],
    [['users', 'events', ''], 'The email address is empty.'],
    [['users', 'show', 'a@b.c', '--by', ' '], '--by is a name of 1 to 80 characters.'],
    [['users', 'show', 'a@b.c', '--by', '--json'], '--by is a text without a leading hyphen'],
    [['orders', 'list', '--colour'], "error: unknown option '--colour'"],
    [['backup'], 'The embedded database needs the name of a file.'],
    [['restore'], 'The embedded database needs the name of a file.'],
    [['restore', '--to', '2026-11-27 10:15:00'], '--to is a time with its zone such as'],
    [['restore', '--to', '2026-02-30 10:15:00+00'], '--to is a time with its zone such as'],
    [['restore', '--to', '2026-11-27T10:15:00Z'], '--to is not for the embedded database.'],
    [['mails', 'sent', '--until', '2026-11-27'], '--until is a time with its zone such as'],
    [['restore', 'file', '--label', 'F'], '--label is not for the embedded database.'],
  ])('%j is a usage error with a message', async (argv, sentence) => {
    const { code, said } = await give(...argv);
    expect({ code, said }).toEqual({ code: 2, said: expect.stringContaining(sentence) });
  });

  test('an error repeats what was typed without its control characters', async () => {
    const hostile = '\u001b[2J\u202eORD';
    for (const argv of [
      ['orders', 'show', hostile],
      ['orders', 'list', '--since', hostile],
      ['orders', hostile],
    ]) {
      const { code, said } = await give(...argv);
      expect(code).not.toBe(0);
      expect(said).toContain('\ufffd[2J\ufffdORD');
      for (const character of ['\u001b', '\u202e']) expect(said).not.toContain(character);
    }
  });

  test('coupons end with their last day, and the log names the operator', async () => {
    expect(
      await give(
        'coupons',
        'add',
        'spring',
        '--amount',
        '5',
        '--from',
        '2099-03-01',
        '--until',
        '2099-03-31',
        '--uses-per-customer',
        '1',
        '--by',
        'grace',
      ),
    ).toEqual({
      code: 0,
      said: 'The coupon SPRING was added: 5.00 off, from 2099-03-01T00:00:00.000Z, until 2099-04-01T00:00:00.000Z, 1 for each customer.',
    });
    expect((await give('coupons', 'add', 'SPRING', '--percent', '5')).code).toBe(4);
    expect((await give('coupons', 'add', 'OLD', '--percent', '5', '--until', '2001-01-01')).code).toBe(3);
    expect((await give('orders', 'ship', 'ord-none-none')).code).toBe(6);
    expect((await give('products', 'import', 'nowhere.csv')).code).toBe(1);
    expect((await give('products', 'import')).code).toBe(2);
    expect((await give('products', 'import', 'nowhere.csv', '--undo', '1')).code).toBe(2);
    expect((await give('products', 'import', '--undo', '1')).code).toBe(3);
    const database = await openDatabase({ databaseUrl: undefined, dataDirectory });
    expect(await findAudit(database, 'SPRING')).toMatchObject([{ who: 'grace' }]);
    await database.close();
  }, 60_000);

  test('products are exported to a file that an import accepts, relative to the npm working directory', async () => {
    expect(await give('products', 'export', 'all.csv')).toEqual({
      code: 0,
      said: `Exported to ${path.join(folder, 'all.csv')}.`,
    });
    expect(await give('products', 'import', 'all.csv', '--dry-run')).toEqual({
      code: 0,
      said: expect.stringMatching(/^Dry run, nothing is written: 0 created, 0 changed, [1-9]\d* unchanged\.$/),
    });
    expect((await give('products', 'export')).said).toMatch(/^\ufeffid,store,sku,/);
  }, 60_000);
});
