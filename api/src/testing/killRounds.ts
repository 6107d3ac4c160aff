import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../database/openDatabase';
import { anOrderBy, anyNetwork, newKey } from './testApp';

const root = path.resolve(__dirname, '../../..');
const CLIENTS = 8;
const SHORTEST_LIFE_MS = 100;
const LONGEST_LIFE_MS = 600;
const PRODUCT = 'ring-halo';
const PRICE = 320;
const STOCK = 1_000_000;
const LONGEST_COUNT_MS = 60_000;

interface Place {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  readonly port: number;
}

/** What killing did; every figure but the first three must be 0. */
export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  /** Posts whose answer the kill took; asked for again, each got one. */
  readonly unanswered: number;
  readonly lost: number;
  readonly doubled: number;
  /** Units of stock that are not where the orders say. */
  readonly stockOff: number;
  /** Orders without exactly one mail. */
  readonly mailsOff: number;
}

const startServer = async ({ databaseUrl, dataDirectory, port }: Place): Promise<ChildProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(root, 'api/src/server.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      API_PORT: String(port),
      DATA_DIR: dataDirectory,
      LOG_LEVEL: 'error',
      TRUSTED_PROXIES: '1',
      DATABASE_URL: databaseUrl ?? '',
    },
  });
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The API ended with ${child.exitCode}`);
    if (
      await fetch(`http://127.0.0.1:${port}/api/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return child;
    await sleep(50);
  }
  throw new Error('The API did not start');
};

const kill = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
};

const countOf = async (place: Place, sql: string): Promise<number> => {
  const database = await openDatabase({ ...place, queryTimeoutMs: LONGEST_COUNT_MS });
  try {
    return Number((await database.query<{ n: number }>(sql)).rows[0]?.n);
  } finally {
    await database.close();
  }
};

/**
 * Kills the API in the middle of orders, again and again; each lost answer is asked for again after the restart, under
 * the same key.
 */
export const killRounds = async (place: Place, rounds: number): Promise<KillReport> => {
  const numbers = new Map<string, string>();
  const open = new Set<string>();
  let unanswered = 0;
  let doubled = 0;

  /** Posts an order; false where no answer came. */
  const post = async (key: string): Promise<boolean> => {
    const answer = await fetch(`http://127.0.0.1:${place.port}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, 'x-forwarded-for': anyNetwork() },
      body: JSON.stringify(anOrderBy(key, { expected_total: PRICE })),
    })
      .then(async (response) => ({
        status: response.status,
        body: (await response.json()) as { order?: { number: string } },
      }))
      .catch(() => undefined);
    if (!answer) return false;
    if (!answer.body.order) {
      if (answer.status === 503) return false;
      throw new Error(`The API answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    const known = numbers.get(key);
    if (known !== undefined && known !== answer.body.order.number) doubled += 1;
    numbers.set(key, answer.body.order.number);
    return true;
  };

  let child = await startServer(place);
  await kill(child);
  await countOf(
    place,
    `WITH set AS (UPDATE products SET stock = ${STOCK} WHERE id = '${PRODUCT}' RETURNING 1) SELECT count(*)::int AS n FROM set`,
  );

  for (let round = 0; round < rounds; round += 1) {
    child = await startServer(place);
    for (const key of open) if (await post(key)) open.delete(key);
    let alive = true;
    const shop = async (): Promise<void> => {
      while (alive) {
        const key = newKey();
        if (await post(key)) continue;
        open.add(key);
        unanswered += 1;
      }
    };
    const clients = Array.from({ length: CLIENTS }, shop);
    await sleep(SHORTEST_LIFE_MS + Math.random() * (LONGEST_LIFE_MS - SHORTEST_LIFE_MS));
    alive = false;
    await kill(child);
    await Promise.all(clients);
  }

  child = await startServer(place);
  for (const key of open) if (await post(key)) open.delete(key);
  // Each key answers what it answered before.
  for (const key of [...numbers.keys()].slice(-200)) await post(key);
  await kill(child);

  const orders = await countOf(place, 'SELECT count(*)::int AS n FROM orders');
  const distinct = new Set(numbers.values());
  const kept = await countOf(
    place,
    `SELECT count(*)::int AS n FROM orders WHERE number = ANY('{${[...distinct].join(',')}}')`,
  );
  const sold = await countOf(
    place,
    `SELECT coalesce(sum(quantity), 0)::int AS n FROM order_lines WHERE product_id = '${PRODUCT}'`,
  );
  const stock = await countOf(place, `SELECT stock AS n FROM products WHERE id = '${PRODUCT}'`);
  const mailsOff = await countOf(
    place,
    `SELECT count(*)::int AS n FROM
    (SELECT 1 FROM orders o LEFT JOIN mails m ON m.subject = 'Your order ' || o.number GROUP BY o.number HAVING count(m.id) <> 1) off`,
  );
  return {
    kills: rounds,
    acknowledged: numbers.size,
    unanswered,
    lost: distinct.size - kept + open.size,
    doubled: doubled + (orders - distinct.size),
    stockOff: STOCK - sold - stock,
    mailsOff,
  };
};
