import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseCluster } from '../../ops/cluster/startDatabaseCluster';
import { startOrders } from './orders';
import { atMost, none, type Fault, type Figure } from './Fault';
import { newAgent, sendRequest } from './sendRequest';

const ORDERERS = 4;
const PAGE_PAUSE_MS = 100;
const QUIET_MS = 3_000;
/** A primary that is lost with its machine is replaced once its lock has expired (ttl in ops/cluster/patroni.yml). */
const MAX_PAUSE_MS = 40_000;
const MAX_SWITCHOVER_PAUSE_MS = 15_000;
/** How long a paused primary stays away: longer than its lock. */
const PARTITION_MS = 35_000;
const PAGES = ['/?store=jewellery', '/shop', '/products', '/about'];

type Round = (cluster: DatabaseCluster) => Promise<void>;

const killPrimary: Round = async (cluster) => {
  const primary = await cluster.findPrimary();
  await primary.kill();
  await sleep(1_000);
  await cluster.findPrimary();
  await primary.start();
};

const stopLeaderOfEtcd: Round = async (cluster) => {
  const leader = await cluster.findEtcdLeader();
  await leader.kill();
  await sleep(QUIET_MS);
  await leader.start();
};

/** Its connections stay open, and nothing answers. Then it is back, and no longer the primary. */
const partitionPrimary: Round = async (cluster) => {
  const primary = await cluster.findPrimary();
  primary.pause();
  await sleep(PARTITION_MS);
  primary.resume();
};

const switchOver: Round = async (cluster) => {
  const primary = await cluster.findPrimary();
  await primary.switchOver();
};

const ROUNDS: readonly (readonly [string, Round, number])[] = [
  ['kill -9 of the primary', killPrimary, MAX_PAUSE_MS],
  ["stop of etcd's leader", stopLeaderOfEtcd, QUIET_MS],
  ['partition of the primary', partitionPrimary, MAX_PAUSE_MS],
  ['switchover', switchOver, MAX_SWITCHOVER_PAUSE_MS],
  ['kill -9 of the primary', killPrimary, MAX_PAUSE_MS],
  ['switchover', switchOver, MAX_SWITCHOVER_PAUSE_MS],
  ['partition of the primary', partitionPrimary, MAX_PAUSE_MS],
  ['kill -9 of the primary', killPrimary, MAX_PAUSE_MS],
  ["stop of etcd's leader", stopLeaderOfEtcd, QUIET_MS],
  ['kill -9 of the primary', killPrimary, MAX_PAUSE_MS],
];
const QUICK_ROUNDS = 4;

/** Watches the answers to orders: how many of each status, and the longest time without a success. */
class PauseWatch {
  #statuses = new Map<number | undefined, number>();
  #last = performance.now();
  #pauseMs = 0;

  readonly onAnswer = (status: number | undefined): void => {
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (status !== 200) return;
    this.#pauseMs = Math.max(this.#pauseMs, performance.now() - this.#last);
    this.#last = performance.now();
  };

  /** Returns what was seen since the last call. */
  take(): { readonly pauseMs: number; readonly statuses: string } {
    const statuses = [...this.#statuses].map(([status, count]) => `${status ?? 'no answer'}: ${count}`).join(', ');
    const pauseMs = this.#pauseMs;
    this.#statuses = new Map();
    this.#pauseMs = 0;
    return { pauseMs, statuses };
  }
}

/** Reads pages that everybody may get, and listings that no cache has. */
const startReaders = (url: string): (() => Promise<{ readonly reads: number; readonly failed: readonly string[] }>) => {
  const agent = newAgent();
  const failed: string[] = [];
  let reads = 0;
  let reading = true;
  const read = async (): Promise<void> => {
    while (reading) {
      reads += 1;
      const path = reads % 3 === 0 ? `/products?q=${randomUUID().slice(0, 8)}` : (PAGES[reads % PAGES.length] ?? '/');
      await sendRequest(url + path, { agent }).then(
        ({ status }) => void (status === 200 || failed.push(`${path.split('?')[0]} ${status}`)),
        (error: Error) => void failed.push(`${path.split('?')[0]} ${error.message}`),
      );
      await sleep(PAGE_PAUSE_MS);
    }
  };
  const readers = Promise.all([read(), read()]);
  return async () => {
    reading = false;
    await readers;
    agent.destroy();
    return { reads, failed };
  };
};

/** Pieces that are gone from the shelves, and pieces that orders have. */
const countPieces = async (url: string): Promise<{ readonly shelf: number; readonly sold: number }> => {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ shelf: number; sold: number }>(
    `SELECT (SELECT sum(stock) FROM products)::float8 + (SELECT sum(stock) FROM product_variants)::float8 AS shelf,
      (SELECT coalesce(sum(l.quantity), 0) FROM order_lines l JOIN orders o ON o.id = l.order_id
        WHERE o.status <> 'cancelled')::float8 AS sold`,
  );
  await client.end();
  return rows[0] ?? { shelf: 0, sold: 0 };
};

export const failover: Fault = {
  summary: 'under orders and pages: the primary killed, partitioned and switched over, etcd without its leader',
  inQuick: false,
  async run({ quick, cluster: getCluster }) {
    const { url, databaseUrl, database, apis } = await getCluster();
    const pids = apis.map(({ pid }) => pid);
    const before = await countPieces(databaseUrl);
    const watch = new PauseWatch();
    const endOrders = await startOrders([url], ORDERERS, databaseUrl, watch.onAnswer);
    const endReaders = startReaders(url);
    const figures: Figure[] = [];
    for (const [index, [name, round, limit]] of (quick ? ROUNDS.slice(0, QUICK_ROUNDS) : ROUNDS).entries()) {
      await database.whenHealthy();
      await sleep(QUIET_MS);
      watch.take();
      await round(database);
      await database.whenHealthy();
      await sleep(QUIET_MS);
      const { pauseMs, statuses } = watch.take();
      figures.push(atMost(`${index + 1}. ${name} (${statuses}): no order for`, pauseMs, limit, 'ms'));
    }
    const { reads, failed } = await endReaders();
    const report = await endOrders();
    const after = await countPieces(databaseUrl);
    const restarted = apis.filter(({ pid }, index) => pid === undefined || pid !== pids[index]).length;
    return [
      ...figures,
      none(
        `of ${report.acknowledged} acknowledged orders lost, ${report.doubled} doubled (${report.unanswered} posted again under their key)`,
        report.lost + report.doubled,
      ),
      none(
        `pieces sold twice or lost (${after.sold - before.sold} sold)`,
        Math.abs(before.shelf - after.shelf - (after.sold - before.sold)),
      ),
      none(
        `of ${reads} pages failed${failed.length > 0 ? ` (${[...new Set(failed)].slice(0, 5).join('; ')})` : ''}`,
        failed.length,
      ),
      none('API processes ended', restarted),
    ];
  },
};
