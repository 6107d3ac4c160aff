import { randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { buildTestApp } from '../../testing/testApp';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { PASSWORD, Visitor } from '../../testing/Visitor';
import { PasswordHasher } from './PasswordHasher';

const PAIRS = 200;
/** security.md 1.4: response times tell an attacker about as much as a coin toss. */
const COIN_TOSS = { low: 0.4, high: 0.6 } as const;

/** Returns how often a time in `a` is longer than one in `b`. 0.5 means that they cannot be told apart. */
const areaUnderCurve = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x) => sum + b.reduce((wins, y) => wins + (x > y ? 1 : x === y ? 0.5 : 0), 0), 0) /
  (a.length * b.length);

// Hashing dominates the time of /login and /register, so these are timed on one database only.
const slowKind = databaseKinds.at(-1);

describe.each(databaseKinds)('timing on %s', (kind) => {
  let database: Database;
  let app: FastifyInstance;
  const knownEmail = (index: number) => `known-${index}@example.com`;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    app = await buildTestApp(database, {}, undefined, { hasher: new PasswordHasher() });
    const hash = await new PasswordHasher().admit({ lane: 'login', network: '' }, (hashing) => hashing.hash(PASSWORD));
    for (let index = 0; index < PAIRS * 2; index += 1) {
      await database.query(
        "INSERT INTO accounts (id, email, name, phone, password_hash, created_at) VALUES ($1, $2, 'Ada', '', $3, now())",
        [`account-${index}`, knownEmail(index), hash],
      );
    }
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  let networks = 0;
  const measureMs = async (path: string, body: object): Promise<number> => {
    networks += 1;
    const visitor = new Visitor(app, database, `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`);
    const started = process.hrtime.bigint();
    await visitor.post(path, body);
    return Number(process.hrtime.bigint() - started) / 1e6;
  };

  const compare = async (path: string, body: object, round: number): Promise<number> => {
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let index = 0; index < PAIRS; index += 1) {
      const pair = [
        async () => known.push(await measureMs(path, { ...body, email: knownEmail(round * PAIRS + index) })),
        async () =>
          unknown.push(
            await measureMs(path, { ...body, email: `unknown-${path.slice(1)}-${round}-${index}@example.com` }),
          ),
      ];
      // In random order: with a fixed one, something periodic such as garbage collection could always slow down the
      // same list.
      if (randomInt(2) === 1) pair.reverse();
      for (const measure of pair) await measure();
    }
    await app.afterReply.settled();
    return areaUnderCurve(known, unknown);
  };

  const timed =
    kind === slowKind ? (['/forgot-password', '/login', '/register'] as const) : (['/forgot-password'] as const);
  const bodies = {
    '/forgot-password': {},
    '/login': { password: 'wrong password' },
    '/register': { name: 'Ada', password: PASSWORD },
  };
  test.each(timed)(
    '%s takes as long for an address with an account as for one without',
    async (path) => {
      await measureMs(path, { ...bodies[path], email: 'warm-up@example.com' });
      let area = await compare(path, bodies[path], 0);
      // By chance about one run in a thousand falls outside; a real difference does so again.
      if (area < COIN_TOSS.low || area > COIN_TOSS.high) area = await compare(path, bodies[path], 1);
      expect(area).toBeGreaterThanOrEqual(COIN_TOSS.low);
      expect(area).toBeLessThanOrEqual(COIN_TOSS.high);
    },
    120_000,
  );
});

test('areaUnderCurve tells different lists apart', () => {
  expect(areaUnderCurve([2, 3, 4], [1, 1, 1])).toBe(1);
  expect(areaUnderCurve([1, 2], [1, 2])).toBe(0.5);
});
