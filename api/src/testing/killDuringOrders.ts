import { setTimeout as sleep } from 'node:timers/promises';
import { KilledApi, type KillPlace } from './KilledApi';
import { anOrderBy, newKey } from './testApp';

const CLIENTS = 8;
const MIN_UPTIME_MS = 100;
const MAX_UPTIME_MS = 600;
const PRODUCT = 'ring-halo';
const PRICE = 320;
const STOCK = 1_000_000;

/** Result of the kills. Every number except the first three must be 0. */
export interface OrderKillReport {
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

/** Kills the API again and again while orders are placed. Requests without an answer are repeated with the same key. */
export const killDuringOrders = async (place: KillPlace, rounds: number): Promise<OrderKillReport> => {
  const api = new KilledApi(place);
  const numbers = new Map<string, string>();
  let doubled = 0;

  const postOrder = async (key: string): Promise<void> => {
    const { status, body } = await api.call<{ order?: { number: string } }>('POST', '/orders', {
      headers: { 'idempotency-key': key },
      body: anOrderBy(key, { expected_total: PRICE }),
    });
    if (!body.order) throw new Error(`The API answered ${status} ${JSON.stringify(body)}`);
    const knownNumber = numbers.get(key);
    if (knownNumber !== undefined && knownNumber !== body.order.number) doubled += 1;
    numbers.set(key, body.order.number);
  };

  await api.live();
  await api.open((database) => database.query('UPDATE products SET stock = $1 WHERE id = $2', [STOCK, PRODUCT]));
  await api.killAmid(rounds, {
    clients: CLIENTS,
    visit: () => postOrder(newKey()),
    untilKill: () => sleep(MIN_UPTIME_MS + Math.random() * (MAX_UPTIME_MS - MIN_UPTIME_MS)),
  });
  await api.live(async () => {
    // Each key returns the same order as before.
    for (const key of [...numbers.keys()].slice(-200)) await postOrder(key);
  });

  const distinct = new Set(numbers.values());
  const { rows } = await api.open((database) =>
    database.query<{ orders: number; stored: number; sold: number; stock: number; mailsOff: number }>(
      `SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM orders WHERE number = ANY($1)) AS stored,
         (SELECT coalesce(sum(quantity), 0)::int FROM order_lines WHERE product_id = $2) AS sold,
         (SELECT stock FROM products WHERE id = $2) AS stock,
         (SELECT count(*)::int FROM (SELECT 1 FROM orders o LEFT JOIN mails m ON m.subject = 'Your order ' || o.number
            GROUP BY o.number HAVING count(m.id) <> 1) off) AS "mailsOff"`,
      [[...distinct], PRODUCT],
    ),
  );
  const { orders = 0, stored = 0, sold = 0, stock = 0, mailsOff = 0 } = rows[0] ?? {};
  return {
    kills: rounds,
    acknowledged: numbers.size,
    unanswered: api.unanswered,
    lost: distinct.size - stored,
    doubled: doubled + (orders - distinct.size),
    stockOff: STOCK - sold - stock,
    mailsOff,
  };
};
