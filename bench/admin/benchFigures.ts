import type { Database } from '../../api/src/database/Database';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { seedProducts } from '../catalog/seedProducts';
import { startApi } from '../startShop';
import { ADMIN_URL, describeTimes, findP95, insertMany, openForFilling, PUBLIC_URL, signIn } from './desk';

const ORDERS = 1_000_000;
const DAYS = 730;
/** Products that are sold: the demonstration's, and others that make the sums as large as those of a large shop. */
const PRODUCTS = 5_000;
const P95_MS = 300;
const ANSWERS = 100;
const WARM_UP = 3;
const QUIET_MS = 2_000;
const PATIENCE_MS = 300_000;

const TABLES = ['orders', 'payments', 'refunds'];

/** Two lines an order; few products are in most orders. One order in twenty is canceled, one in thirty refunded. */
const writeOrders = async (database: Database): Promise<void> => {
  // As in a shop that was there before its figures.
  for (const table of TABLES) await database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await insertMany(
    database,
    ORDERS,
    `WITH sold AS MATERIALIZED (SELECT array_agg(id ORDER BY id) AS ids, count(*)::int AS total FROM products),
     placed AS (
       INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at, accepted_at)
       SELECT 'ORD-FIG-' || n, CASE WHEN n % 20 = 2 THEN 'canceled' ELSE 'shipped' END, 'USD', 15000, 1000, 14000, 'global', '', '{}', at, at
       FROM generate_series($2::int, $3::int) n, LATERAL (SELECT now() - (${ORDERS} - n) * interval '1 day' * $1::int / ${ORDERS} AS at) a
       RETURNING id, number, created_at, status),
     paid AS (
       INSERT INTO payments (id, order_number, provider, status, amount_cents, created_at, settled_at)
       SELECT number, number, 'sandbox', 'paid', 14000, created_at, created_at FROM placed WHERE status <> 'canceled' RETURNING order_number),
     lines AS (
       INSERT INTO order_lines (order_id, position, product_id, sku, name, image, unit_price_cents, quantity)
       SELECT placed.id, line, sold.ids[1 + floor(sold.total * power(((placed.id::bigint * 7919 + line * 104729) % 10007) / 10007.0, 2))::int], 'sku', 'name', 'image', 5000, 1 + line
       FROM placed CROSS JOIN generate_series(0, 1) line CROSS JOIN sold)
     INSERT INTO refunds (id, order_number, payment_id, amount_cents, currency, lines, reason, state, actor, created_at, send_after)
     SELECT order_number, order_number, order_number, 4000, 'USD', '[]', '', 'sent', '{}', now(), now() FROM paid WHERE right(order_number, 2) IN ('10', '40', '70')`,
    DAYS,
  );
  for (const table of TABLES) await database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await database.query('ANALYZE');
};

/** Asks for figures. Returns the milliseconds of the answer. */
const ask = async (query: string, cookie: string): Promise<number> => {
  const started = performance.now();
  const response = await fetch(`${ADMIN_URL}/api/admin/figures?${query}`, { headers: { cookie } });
  await response.json();
  if (response.status !== 200) throw new Error(`${query} gave ${response.status}`);
  return performance.now() - started;
};

/** Waits until the job of the API has added up all days. Returns the seconds since its first. */
const waitForDays = async (database: Database): Promise<number> => {
  const count = async (): Promise<number> =>
    (await database.query<{ days: number }>("SELECT count(*)::int AS days FROM figures_days WHERE store = ''")).rows[0]
      ?.days ?? 0;
  const patience = performance.now() + PATIENCE_MS;
  let started = 0;
  for (let days = 0; days < DAYS - 2;) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 10));
    days = await count();
    if (days > 0 && started === 0) started = performance.now();
    if (performance.now() > patience) throw new Error(`Only ${days} days were added up`);
  }
  return (performance.now() - started) / 1_000;
};

/** GET /api/admin/figures with a million orders of two years on PostgreSQL. Fails above its limit. */
export const benchFigures = async (): Promise<void> => {
  console.log('\nFigures of the back office: PostgreSQL, one question at a time');
  const postgres = startPostgresServer();
  if (!postgres) return;
  try {
    const env = { DATABASE_URL: postgres.url, PUBLIC_URL, ADMIN_URL };
    seedProducts(env, PRODUCTS);
    const database = await openForFilling(postgres.url);
    await writeOrders(database);
    const cookie = await signIn(database);
    const api = await startApi(env, [], { fresh: false });
    const seconds = await waitForDays(database);
    console.log(`  all days added up by the job in ${seconds.toFixed(1)} s`);
    const failed: string[] = [];
    for (const query of ['days=365', 'days=365&store=organic-store', 'days=30']) {
      const first = await ask(query, cookie);
      const times: number[] = [];
      for (let index = 0; index < WARM_UP + ANSWERS; index += 1) {
        // Orders of the past change, as they do in a shop.
        await database.query(
          "UPDATE orders SET status = CASE status WHEN 'canceled' THEN 'shipped' ELSE 'canceled' END WHERE id = (SELECT max(id) FROM orders) - $1::int",
          [(index + 4) * 1_400],
        );
        const ms = await ask(query, cookie);
        if (index >= WARM_UP) times.push(ms);
      }
      console.log(
        `  ${ORDERS.toLocaleString('en-US')} orders, ${query.padEnd(28)} first ${first.toFixed(1)} ms, ${describeTimes(times, P95_MS)}`,
      );
      if (first > P95_MS || findP95(times) > P95_MS) failed.push(query);
    }
    await api.stop();
    await database.close();
    if (failed.length > 0) throw new Error(`Figures take longer than ${P95_MS} ms: ${failed.join(', ')}`);
  } finally {
    postgres.stop();
  }
};
