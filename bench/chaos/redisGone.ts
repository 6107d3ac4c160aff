import { randomUUID } from 'node:crypto';
import type { BenchTopology } from '../startTopology';
import { createAccount, PASSWORD } from './accounts';
import { callApi, newNetwork } from './sendRequest';
import { none, type Fault } from './Fault';
import { timeUntil } from './latency';

const TRIES = 45;
/** security.md 1.5. */
const ALLOWED = 30;
const MAX_WAITED_LONGER_MS = 500;

interface Tried {
  readonly allowed: number;
  readonly slowestMs: number;
  readonly others: number;
}

/** Logs in from one network, each time to a different account. Returns how many the limit permits. */
const tryFromOneNetwork = async ({ url }: BenchTopology): Promise<Tried> => {
  const network = newNetwork();
  const answers = [];
  for (let round = 0; round < TRIES; round += 1)
    answers.push(
      await callApi(
        url,
        '/login',
        { email: `${randomUUID()}@example.com`, password: 'a password that is wrong' },
        { network },
      ),
    );
  return {
    allowed: answers.filter(({ status }) => status === 401).length,
    slowestMs: Math.max(...answers.map(({ ms }) => ms)),
    others: answers.filter(({ status }) => status !== 401 && status !== 429).length,
  };
};

export const redisGone: Fault = {
  summary: 'Redis killed: limits go on, stricter; sign-in works, nobody waits for Redis',
  inQuick: true,
  async run({ topology }) {
    const shop = await topology();
    const { email } = await createAccount(shop.url);
    const canSignIn = async (): Promise<boolean> =>
      (await callApi(shop.url, '/login', { email, password: PASSWORD })).status === 200;
    await tryFromOneNetwork(shop); // The first requests of a process are slower.
    const withRedis = await tryFromOneNetwork(shop);
    await shop.redis.kill();
    const without = await tryFromOneNetwork(shop);
    const signsIn = await canSignIn();
    await shop.redis.start();
    // Both processes reconnect by themselves.
    const backMs = await timeUntil(async () => (await tryFromOneNetwork(shop)).allowed === ALLOWED, 15_000);
    const after = await tryFromOneNetwork(shop);
    const longer = without.slowestMs - withRedis.slowestMs;
    return [
      {
        text: `${TRIES} sign-ins from one network: ${withRedis.allowed} allowed with Redis, ${without.allowed} without, ${after.allowed} when it is back`,
        limit: `${ALLOWED}, fewer but some, ${ALLOWED}`,
        ok:
          withRedis.allowed === ALLOWED &&
          without.allowed > 0 &&
          without.allowed < ALLOWED &&
          after.allowed === ALLOWED &&
          Number.isFinite(backMs),
      },
      { text: `signing in without Redis ${signsIn ? 'works' : 'fails'}`, limit: 'works', ok: signsIn },
      {
        text: `slowest answer ${Math.round(withRedis.slowestMs)} ms with Redis, ${Math.round(without.slowestMs)} ms without`,
        limit: `${MAX_WAITED_LONGER_MS} ms longer`,
        ok: longer <= MAX_WAITED_LONGER_MS,
      },
      none('answers other than 401 and 429', withRedis.others + without.others + after.others),
    ];
  },
};
