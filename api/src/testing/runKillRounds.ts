import { setTimeout as sleep } from 'node:timers/promises';
import { createUrlCheck, ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { openForJob } from '../database/openDatabase';
import { anOrderBy, aNetwork, newKey } from './testApp';

const CLIENTS = 8;
const MIN_UPTIME_MS = 100;
const MAX_UPTIME_MS = 600;
const PRODUCT = 'ring-halo';
const PRICE = 320;
const STOCK = 1_000_000;
const START_TIMEOUT_MS = 30_000;
const COUNT_TIMEOUT_MS = 60_000;

interface ServerOptions {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  readonly port: number;
}

/** Result of the kills. Every number except the first three must be 0. */
export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Requests that got no response because of a kill; each was repeated until it got one. */
  readonly unanswered: number;
  readonly lost: number;
  readonly doubled: number;
  /** Difference between the stock and what the orders imply. */
  readonly stockOff: number;
  /** Orders without exactly one mail. */
  readonly mailsOff: number;
}

const startServer = ({ databaseUrl, dataDirectory, port }: ServerOptions): Promise<ManagedProcess> =>
  new ManagedProcess({
    name: 'The API',
    args: tsxArguments('api/src/server.ts'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      NODE_ENV: 'development',
      API_PORT: String(port),
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '1',
      DATABASE_URL: databaseUrl ?? '',
    },
    isReady: createUrlCheck(`http://127.0.0.1:${port}/api/health/ready`),
    timeoutMs: START_TIMEOUT_MS,
  }).start();

const queryCount = async (place: ServerOptions, sql: string): Promise<number> => {
  const database = await openForJob(place, COUNT_TIMEOUT_MS);
  try {
    return Number((await database.query<{ n: number }>(sql)).rows[0]?.n);
  } finally {
    await database.close();
  }
};

/**
 * Repeatedly kills the API while orders are placed. After each restart, failed requests are repeated with the same key.
 */
export const runKillRounds = async (place: ServerOptions, rounds: number): Promise<KillReport> => {
  const numbers = new Map<string, string>();
  const unfinishedKeys = new Set<string>();
  let unanswered = 0;
  let doubled = 0;

  /** Posts an order. Returns false if there was no response. */
  const postOrder = async (key: string): Promise<boolean> => {
    const response = await fetch(`http://127.0.0.1:${place.port}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': aNetwork() },
      body: JSON.stringify(anOrderBy(key, { expected_total: PRICE })),
    })
      .then(async (response) => ({
        status: response.status,
        body: (await response.json()) as { order?: { number: string } },
      }))
      .catch(() => undefined);
    if (!response) return false;
    if (!response.body.order) {
      if (response.status === 503) return false;
      throw new Error(`The API answered ${response.status} ${JSON.stringify(response.body)}`);
    }
    const knownNumber = numbers.get(key);
    if (knownNumber !== undefined && knownNumber !== response.body.order.number) doubled += 1;
    numbers.set(key, response.body.order.number);
    return true;
  };

  let server = await startServer(place);
  await server.kill();
  await queryCount(
    place,
    `WITH set AS (UPDATE products SET stock = ${STOCK} WHERE id = '${PRODUCT}' RETURNING 1) SELECT count(*)::int AS n FROM set`,
  );

  for (let round = 0; round < rounds; round += 1) {
    server = await startServer(place);
    for (const key of unfinishedKeys) if (await postOrder(key)) unfinishedKeys.delete(key);
    let isRunning = true;
    const placeOrders = async (): Promise<void> => {
      while (isRunning) {
        const key = newKey();
        if (await postOrder(key)) continue;
        unfinishedKeys.add(key);
        unanswered += 1;
      }
    };
    const clients = Array.from({ length: CLIENTS }, placeOrders);
    await sleep(MIN_UPTIME_MS + Math.random() * (MAX_UPTIME_MS - MIN_UPTIME_MS));
    isRunning = false;
    await server.kill();
    await Promise.all(clients);
  }

  server = await startServer(place);
  for (const key of unfinishedKeys) if (await postOrder(key)) unfinishedKeys.delete(key);
  // Each key returns the same order as before.
  for (const key of [...numbers.keys()].slice(-200)) await postOrder(key);
  await server.kill();

  const orders = await queryCount(place, 'SELECT count(*)::int AS n FROM orders');
  const distinct = new Set(numbers.values());
  const stored = await queryCount(
    place,
    `SELECT count(*)::int AS n FROM orders WHERE number = ANY('{${[...distinct].join(',')}}')`,
  );
  const sold = await queryCount(
    place,
    `SELECT coalesce(sum(quantity), 0)::int AS n FROM order_lines WHERE product_id = '${PRODUCT}'`,
  );
  const stock = await queryCount(place, `SELECT stock AS n FROM products WHERE id = '${PRODUCT}'`);
  const mailsOff = await queryCount(
    place,
    `SELECT count(*)::int AS n FROM
    (SELECT 1 FROM orders o LEFT JOIN mails m ON m.subject = 'Your order ' || o.number GROUP BY o.number HAVING count(m.id) <> 1) off`,
  );
  return {
    kills: rounds,
    acknowledged: numbers.size,
    unanswered,
    lost: distinct.size - stored + unfinishedKeys.size,
    doubled: doubled + (orders - distinct.size),
    stockOff: STOCK - sold - stock,
    mailsOff,
  };
};
