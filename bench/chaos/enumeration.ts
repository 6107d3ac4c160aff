import { randomInt } from 'node:crypto';
import { PasswordHasher } from '../../api/src/modules/auth/PasswordHasher';
import { buildTestApp } from '../../api/src/testing/testApp';
import { openTestDatabase } from '../../api/src/testing/testDatabase';
import { PASSWORD, Visitor } from '../../api/src/testing/Visitor';
import type { Fault } from './Fault';

const PAIRS = 200;
/** docs/security.md 1.4: response times tell an attacker about as much as a coin toss. */
const COIN_TOSS = { low: 0.4, high: 0.6 } as const;
const isCoinToss = (area: number): boolean => area >= COIN_TOSS.low && area <= COIN_TOSS.high;

const BODIES = {
  '/forgot-password': {},
  '/login': { password: 'wrong password' },
  '/register': { name: 'Ada', password: PASSWORD },
} as const;

/** Returns how often a time in `a` is longer than one in `b`. 0.5 means that they cannot be told apart. */
const areaUnderCurve = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x) => sum + b.reduce((wins, y) => wins + (x > y ? 1 : x === y ? 0.5 : 0), 0), 0) /
  (a.length * b.length);

export const enumeration: Fault = {
  summary: 'response times of sign-in do not tell whether an address has an account',
  inQuick: true,
  async run() {
    const database = await openTestDatabase('PGlite');
    const app = await buildTestApp(database, {}, undefined, { hasher: new PasswordHasher() });
    const knownEmail = (index: number): string => `known-${index}@example.com`;
    const hash = await new PasswordHasher().admit({ lane: 'login', network: '' }, (hashing) => hashing.hash(PASSWORD));
    for (let index = 0; index < PAIRS * 2; index += 1)
      await database.query(
        "INSERT INTO accounts (id, email, name, phone, password_hash, created_at) VALUES ($1, $2, 'Ada', '', $3, now())",
        [`account-${index}`, knownEmail(index), hash],
      );

    let networks = 0;
    const measureMs = async (path: string, body: object): Promise<number> => {
      networks += 1;
      const visitor = new Visitor(app, database, `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`);
      const started = performance.now();
      await visitor.post(path, body);
      return performance.now() - started;
    };
    const compare = async (path: keyof typeof BODIES, round: number): Promise<number> => {
      const [known, unknown]: [number[], number[]] = [[], []];
      for (let index = 0; index < PAIRS; index += 1) {
        const pair = [
          async () => known.push(await measureMs(path, { ...BODIES[path], email: knownEmail(round * PAIRS + index) })),
          async () =>
            unknown.push(
              await measureMs(path, {
                ...BODIES[path],
                email: `unknown-${path.slice(1)}-${round}-${index}@example.com`,
              }),
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
    try {
      const figures = [];
      for (const path of ['/forgot-password', '/login', '/register'] as const) {
        await measureMs(path, { ...BODIES[path], email: 'warm-up@example.com' });
        let area = await compare(path, 0);
        // By chance about one run in a thousand falls outside; a real difference does so again.
        if (!isCoinToss(area)) area = await compare(path, 1);
        figures.push({
          text: `${path}: an address with an account takes longer in ${Math.round(area * 100)} % of comparisons`,
          limit: `${COIN_TOSS.low * 100} to ${COIN_TOSS.high * 100} %`,
          ok: isCoinToss(area),
        });
      }
      return figures;
    } finally {
      await app.close();
      await database.close();
    }
  },
};
