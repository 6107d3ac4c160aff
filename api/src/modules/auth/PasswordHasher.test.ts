import { availableParallelism } from 'node:os';
import { PasswordHasher, type Lane } from './PasswordHasher';
import { argon2id } from './passwordThreads';

const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const CHEAP = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };
const PASSWORD = 'correct horse battery';

const verify = (hasher: PasswordHasher, hash: string | null | undefined, password: string): Promise<boolean> =>
  hasher.admit({ lane: 'login', network: '' }, (hashing) => hashing.verify(hash, password));
let networks = 0;
const hashPassword = (hasher: PasswordHasher): Promise<string> =>
  hasher.admit({ lane: 'login', network: '' }, (hashing) => hashing.hash(PASSWORD));

test("hashes have OWASP's cost, and verifying costs the same for accounts without a password", async () => {
  const hasher = new PasswordHasher();
  expect(await hashPassword(hasher)).toMatch(COST);
  const verified = jest.spyOn(argon2id, 'verify');
  for (const missingHash of [undefined, null]) expect(await verify(hasher, missingHash, PASSWORD)).toBe(false);
  expect(verified.mock.calls).toEqual([
    [expect.stringMatching(COST), PASSWORD],
    [expect.stringMatching(COST), PASSWORD],
  ]);
});

test('a hash is still verified after the cost was raised', async () => {
  const hash = await hashPassword(new PasswordHasher(CHEAP));
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/);
  expect(await verify(new PasswordHasher(), hash, PASSWORD)).toBe(true);
  expect(await verify(new PasswordHasher(), hash, 'wrong horse battery')).toBe(false);
});

test('a hash with parameters in another order is verified', async () => {
  const hash = '$argon2id$v=19$m=19456,p=1,t=2$16T2M5PPYT5Ov3c5XQJcyg$psXVScTVDEPdSnlYtPOaEWGEo8ErJE6XRHOXsbW9Ops';
  expect(await verify(new PasswordHasher(), hash, PASSWORD)).toBe(true);
  expect(await verify(new PasswordHasher(), hash, 'wrong horse battery')).toBe(false);
});

test('about one second of work is admitted; the rest is rejected, and completed work frees its place', async () => {
  const hasher = new PasswordHasher(CHEAP);
  let started = 0;
  const hashConcurrently = () =>
    Promise.allSettled(
      Array.from({ length: 200 }, () =>
        hasher.admit({ lane: 'login', network: String((networks += 1)) }, async (hashing) => {
          started += 1;
          await hashing.hash(PASSWORD);
          if (started % 2 === 0) throw new Error('the work after the hash failed');
        }),
      ),
    );
  for (const round of [1, 2]) {
    const results = await hashConcurrently();
    const rejected = results.filter((result) => result.status === 'rejected' && result.reason.code === 'BUSY');
    expect(rejected.length).toBe(results.length - started / round);
    expect(started / round).toBeGreaterThanOrEqual(25);
    expect(started / round).toBeLessThan(100);
  }
});

test('lanes are served in turn, however full each of them is', async () => {
  const hasher = new PasswordHasher(CHEAP);
  const hashed = jest.spyOn(argon2id, 'hash');
  const hashInLane = (lane: Lane): Promise<string> =>
    hasher.admit({ lane, network: String((networks += 1)) }, (hashing) => hashing.hash(lane));
  const immediate = Math.max(1, availableParallelism() - 1); // these do not wait
  const crowd: Lane[] = [
    ...Array<Lane>(immediate + 10).fill('register'),
    ...Array<Lane>(10).fill('login'),
    ...Array<Lane>(2).fill('known'),
  ];
  await Promise.all(crowd.map(hashInLane));
  const started = hashed.mock.calls.map(([lane]) => lane).slice(immediate);
  expect(started.slice(0, 6)).toEqual(['known', 'login', 'register', 'known', 'login', 'register']);
  expect(started).toHaveLength(22);
});
