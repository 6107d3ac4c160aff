import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { anOrderBy } from '../../api/src/testing/testApp';
import { sendRequest, callApi, uncachedListing, newAgent } from './sendRequest';
import { atMost, none, type Fault } from './Fault';
import { startProbe, timeUntil } from './latency';
import { startOrders } from './orders';

const GONE_MS = 30_000;
const QUICK_GONE_MS = 6_000;
const UNREADY_WITHIN_MS = 2_000;
const ANSWERED_WITHIN_MS = 3_000;
const NORMAL_WITHIN_MS = 2_000;
/** The most requested page without a session; nginx may have cached it. */
const PAGES = ['/', '/products', '/shop', '/about', '/api/products?store=organic-store&page=1', '/api/categories'];

export const databaseGone: Fault = {
  summary: `PostgreSQL killed for ${GONE_MS / 1_000} s: not ready, 503 in time, and normal soon after`,
  inQuick: true,
  async run({ quick, topology }) {
    const { url, ports, apis, hosts, database, databaseUrl } = await topology();
    const goneMs = quick ? QUICK_GONE_MS : GONE_MS;
    const apiUrls = ports.apis.map((port) => `http://127.0.0.1:${port}`);
    const agent = newAgent();
    const processes = [...apis, ...hosts];
    const before = processes.map(({ pid }) => pid);
    const isReady = (status: number) => async (): Promise<boolean> =>
      (await Promise.all(apiUrls.map((api) => callApi(api, '/health/ready')))).every(
        (answer) => answer.status === status,
      );
    for (const page of PAGES) await sendRequest(url + page, { agent });

    const endOrders = await startOrders(apiUrls, 4, databaseUrl);
    await sleep(1_000);
    database.kill();
    const unreadyMs = await timeUntil(isReady(503), 10_000);

    const [first = ''] = apiUrls;
    const statuses = new Map<number, number>();
    const counted = async (asked: ReturnType<typeof callApi>) => {
      const answer = await asked;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      return { ...answer, status: 200 }; // 503 is expected here; other statuses show in the counts.
    };
    let served = 0;
    let seen = 0;
    const shared = startProbe(async () => {
      const answer = await sendRequest(url + (PAGES[(seen += 1) % PAGES.length] ?? ''), { agent });
      if (answer.status === 200) served += 1;
      return { ...answer, status: 200 };
    }, 100);
    const asking = [
      startProbe(() => counted(callApi(first, uncachedListing())), 200),
      startProbe(
        () =>
          counted(
            callApi(first, '/orders', anOrderBy(randomUUID()), {
              headers: { 'idempotency-key': `gone-${Math.random().toString(36).slice(2).padEnd(16, '0')}` },
            }),
          ),
        500,
      ),
      startProbe(
        () => counted(callApi(first, '/login', { email: 'nobody@example.com', password: 'a password that is wrong' })),
        500,
      ),
    ];
    await sleep(goneMs);
    const probed = await Promise.all(asking.map((stop) => stop()));
    const sharedProbe = await shared();
    database.start();
    const normalMs = await timeUntil(
      async () =>
        (await isReady(200)()) &&
        (await Promise.all(apiUrls.map((api) => callApi(api, uncachedListing())))).every(
          ({ status }) => status === 200,
        ),
      10_000,
    );
    const report = await endOrders();
    agent.destroy();
    const others = [...statuses].filter(([status]) => status !== 503);
    const ended = processes.filter(({ isRunning, pid }, index) => !isRunning || pid !== before[index]).length;
    return [
      atMost('readiness 503 after', unreadyMs, UNREADY_WITHIN_MS, 'ms'),
      atMost(
        `${probed.flatMap(({ times }) => times).length} requests of ${goneMs / 1_000} s at the API answered 503, the slowest after`,
        Math.max(...probed.flatMap(({ times }) => times)),
        ANSWERED_WITHIN_MS,
        'ms',
      ),
      none(
        `answers other than 503${others.length > 0 ? ` (${others.map(([status, count]) => `${status}: ${count}`).join(', ')})` : ''}, or none at all`,
        others.reduce((sum, [, count]) => sum + count, 0) + probed.flatMap(({ failed }) => failed).length,
      ),
      {
        text: `through nginx ${served} of ${seen} public pages and listings were served all the same`,
        limit: 'reported only',
        ok: sharedProbe.failed.length === 0,
      },
      atMost('normal again after', normalMs, NORMAL_WITHIN_MS, 'ms'),
      none('processes ended', ended),
      none(
        `of ${report.acknowledged} acknowledged orders lost, ${report.doubled} doubled (${report.unanswered} posted again under their key)`,
        report.lost + report.doubled,
      ),
    ];
  },
};
