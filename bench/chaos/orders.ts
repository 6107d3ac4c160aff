import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../api/src/database/openDatabase';
import { anOrderBy } from '../../api/src/testing/testApp';
import { callApi, newAgent } from './sendRequest';

/** Outcome of the orders of a load. */
export interface OrderReport {
  readonly acknowledged: number;
  /** Posted without a success response; each was retried with its key. */
  readonly unanswered: number;
  readonly lost: number;
  readonly doubled: number;
}

const PAUSE_MS = 10;
const REPEATS = 50;

const countOrders = async (databaseUrl: string, numbers?: readonly string[]): Promise<number> => {
  const database = await openDatabase({ databaseUrl, dataDirectory: '' });
  const { rows } = await (numbers === undefined
    ? database.query<{ n: number }>('SELECT count(*)::int AS n FROM orders')
    : database.query<{ n: number }>('SELECT count(*)::int AS n FROM orders WHERE number = ANY($1)', [numbers]));
  await database.close();
  return rows[0]?.n ?? 0;
};

/** Places orders sequentially, each with its own idempotency key. Returns a function that stops and reports. */
export const startOrders = async (
  urls: readonly string[],
  clients: number,
  databaseUrl: string,
  onAnswer: (status: number | undefined) => void = () => undefined,
): Promise<() => Promise<OrderReport>> => {
  const before = await countOrders(databaseUrl);
  const numbers = new Map<string, string>();
  const open = new Set<string>();
  let unanswered = 0;
  let changed = 0;
  let shopping = true;
  const agent = newAgent();

  const post = async (url: string, key: string): Promise<boolean> => {
    const answer = await callApi(url, '/orders', anOrderBy(key), { headers: { 'idempotency-key': key }, agent }).catch(
      () => undefined,
    );
    onAnswer(answer?.status);
    if (!answer || answer.status >= 500) return false;
    if (answer.status !== 200) throw new Error(`An order was answered with ${answer.status} ${answer.body}`);
    const { order } = JSON.parse(answer.body) as { order: { number: string } };
    const known = numbers.get(key);
    if (known !== undefined && known !== order.number) changed += 1;
    numbers.set(key, order.number);
    return true;
  };

  const shop = async (url: string): Promise<void> => {
    while (shopping) {
      const key = randomUUID();
      if (await post(url, key)) continue;
      open.add(key);
      unanswered += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const shoppers = Promise.all(Array.from({ length: clients }, (_, index) => shop(urls[index % urls.length] ?? '')));

  return async () => {
    shopping = false;
    await shoppers;
    const [url = ''] = urls;
    for (let repeat = 0; repeat < REPEATS && open.size > 0; repeat += 1) {
      for (const key of open) if (await post(url, key)) open.delete(key);
      if (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // A repeated key must return the same order.
    for (const key of [...numbers.keys()].slice(-REPEATS)) await post(url, key);
    agent.destroy();
    const distinct = [...new Set(numbers.values())];
    const kept = await countOrders(databaseUrl, distinct);
    const made = (await countOrders(databaseUrl)) - before;
    return {
      acknowledged: numbers.size,
      unanswered,
      lost: distinct.length - kept + open.size,
      doubled: changed + made - kept + (numbers.size - distinct.length),
    };
  };
};
