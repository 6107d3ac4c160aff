import { availableParallelism } from 'node:os';
import { PasswordHasher, type Lane } from './PasswordHasher';
import { argon2id } from './passwordThreads';

const COST = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const CHEAP = { memoryCost: 1_024, timeCost: 2, parallelism: 1 };
const PASSWORD = 'correct horse battery';

const verify = (hasher: PasswordHasher, hash: string | null | undefined, password: string): Promise<boolean> =>
  hasher.admit({ lane: 'login', network: '' }, (hashing) => hashing.verify(hash, password));
let networks = 0;
const hashWith = (hasher: PasswordHasher): Promise<string> =>
  hasher.admit({ lane: 'login', network: '' }, (hashing) => hashing.hash(PASSWORD));

test("a hash has OWASP's cost, and so does verifying for an address without a password", async () => {
  const hasher = new PasswordHasher();
  expect(await hashWith(hasher)).toMatch(COST);
  const verified = jest.spyOn(argon2id, 'verify');
  for (const none of [undefined, null]) expect(await verify(hasher, none, PASSWORD)).toBe(false);
  expect(verified.mock.calls).toEqual([
    [expect.stringMatching(COST), PASSWORD],
    [expect.stringMatching(COST), PASSWORD],
  ]);
});

test('a hash made at one cost is verified by a hasher of another: the cost may be raised', async () => {
  const hash = await hashWith(new PasswordHasher(CHEAP));
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/);
  expect(await verify(new PasswordHasher(), hash, PASSWORD)).toBe(true);
  expect(await verify(new PasswordHasher(), hash, 'wrong horse battery')).toBe(false);
});

test('a hash of a library that wrote its parameters in another order is verified', async () => {
  const hash = '$argon2id$v=19$m=19456,p=1,t=2$16T2M5PPYT5Ov3c5XQJcyg$psXVScTVDEPdSnlYtPOaEWGEo8ErJE6XRHOXsbW9Ops';
  expect(await verify(new PasswordHasher(), hash, PASSWORD)).toBe(true);
  expect(await verify(new PasswordHasher(), hash, 'wrong horse battery')).toBe(false);
});

test('about one second of work is admitted; the rest is rejected, and completed work frees its place', async () => {
  const hasher = new PasswordHasher(CHEAP);
  let begun = 0;
  const askAtOnce = () =>
    Promise.allSettled(
      Array.from({ length: 200 }, () =>
        hasher.admit({ lane: 'login', network: String((networks += 1)) }, async (hashing) => {
          begun += 1;
          await hashing.hash(PASSWORD);
          if (begun % 2 === 0) throw new Error('what follows the hash failed');
        }),
      ),
    );
  for (const round of [1, 2]) {
    const answers = await askAtOnce();
    const turnedAway = answers.filter((answer) => answer.status === 'rejected' && answer.reason.code === 'BUSY');
    expect(turnedAway.length).toBe(answers.length - begun / round);
    expect(begun / round).toBeGreaterThanOrEqual(25);
    expect(begun / round).toBeLessThan(100);
  }
});

test('lanes are served in turn: a request in an empty lane is next, however full the others are', async () => {
  const hasher = new PasswordHasher(CHEAP);
  const hashed = jest.spyOn(argon2id, 'hash');
  const ask = (lane: Lane): Promise<string> =>
    hasher.admit({ lane, network: String((networks += 1)) }, (hashing) => hashing.hash(lane));
  const atOnce = Math.max(1, availableParallelism() - 1); // these do not wait
  const crowd: Lane[] = [
    ...Array<Lane>(atOnce + 10).fill('register'),
    ...Array<Lane>(10).fill('login'),
    ...Array<Lane>(2).fill('known'),
  ];
  await Promise.all(crowd.map(ask));
  const begun = hashed.mock.calls.map(([lane]) => lane).slice(atOnce);
  expect(begun.slice(0, 6)).toEqual(['known', 'login', 'register', 'known', 'login', 'register']);
  expect(begun).toHaveLength(22);
});
