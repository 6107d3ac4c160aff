import type { listStaffReviews, ResponseOf } from '@shop/contracts';
import type { Database } from '../../api/src/database/Database';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { startApi } from '../startShop';
import { ADMIN_URL, describeTimes, insertMany, openForFilling, PUBLIC_URL, signIn } from './desk';

const REVIEWS = 100_000;
const ACCOUNTS = 2_000;
const ORDERS_EACH = 20;
const QUESTIONS = 400;
const WARM_UP = 60;
const P95_MS = 40;

/** A tenth waits, a tenth is rejected; their authors have ordered, some of them the product. */
const writeReviews = async (database: Database): Promise<void> => {
  await database.query(
    `INSERT INTO accounts (id, name, email, phone, created_at)
     SELECT 'reviewer-' || n, 'Reviewer ' || n, 'reviewer-' || n || '@example.com', '', now() FROM generate_series(0, $1::int - 1) n`,
    [ACCOUNTS],
  );
  await insertMany(
    database,
    ACCOUNTS * ORDERS_EACH,
    `WITH sold AS (SELECT id, (row_number() OVER (ORDER BY id) - 1)::int AS place, count(*) OVER ()::int AS total FROM products),
     placed AS (
       INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at, account_id)
       SELECT 'BENCH-' || n, 'shipped', 'USD', 100, 0, 100, 'bank', '', '{}', now(), 'reviewer-' || n % $1::int FROM generate_series($2::int, $3::int) n
       RETURNING id)
     INSERT INTO order_lines (order_id, position, product_id, sku, name, image, unit_price_cents, quantity)
     SELECT placed.id, line, sold.id, 'sku', 'name', 'image', 50, 1
     FROM placed CROSS JOIN generate_series(0, 1) line JOIN sold ON sold.place = (placed.id * 7 + line) % sold.total`,
    ACCOUNTS,
  );
  await insertMany(
    database,
    REVIEWS,
    `WITH sold AS (SELECT id, (row_number() OVER (ORDER BY id) - 1)::int AS place, count(*) OVER ()::int AS total FROM products)
     INSERT INTO reviews (product_id, account_id, user_name, rating, comment, status, created_at)
     SELECT sold.id, 'reviewer-' || n % $1::int, 'Reviewer', 1 + n % 5, repeat('What I think of it. ', 10),
       CASE n / 5 % 10 WHEN 0 THEN 'waiting' WHEN 1 THEN 'removed' ELSE 'published' END, now() - n * interval '1 minute'
     FROM generate_series($2::int, $3::int) n JOIN sold ON sold.place = (n / $1::int + n) % sold.total
     ON CONFLICT DO NOTHING`,
    ACCOUNTS,
  );
  await database.query('ANALYZE');
};

/** Turns page after page of a list, and begins again after the last one. Returns the milliseconds of each page. */
const turnPages = async (query: string, cookie: string): Promise<number[]> => {
  const times: number[] = [];
  let cursor = '';
  for (let index = 0; index < WARM_UP + QUESTIONS; index += 1) {
    const started = performance.now();
    const response = await fetch(`${ADMIN_URL}/api/admin/reviews?${query}${cursor}`, { headers: { cookie } });
    const answer = (await response.json()) as ResponseOf<typeof listStaffReviews>;
    if (index >= WARM_UP) times.push(performance.now() - started);
    if (response.status !== 200 || answer.data.items.length === 0)
      throw new Error(`${query}${cursor} gave ${response.status} with no review`);
    cursor = answer.data.next === null ? '' : `&cursor=${answer.data.next}`;
  }
  return times;
};

const LISTS: readonly (readonly [string, string])[] = [
  ['waiting', 'state=waiting'],
  ['published', 'state=published'],
  ['published, one star', 'state=published&stars=1'],
  ['published, of one product', 'state=published&product=ring-halo'],
  ['waiting, of one product', 'state=waiting&product=ring-halo'],
];

/** GET /api/admin/reviews with 100,000 reviews on PostgreSQL, page after page. */
export const benchReviews = async (): Promise<void> => {
  console.log('\nReviews in the back office: PostgreSQL, one page at a time');
  const postgres = startPostgresServer();
  if (!postgres) return;
  try {
    const env = { DATABASE_URL: postgres.url, PUBLIC_URL, ADMIN_URL };
    await (await startApi(env)).stop(); // Migrates and seeds.
    const database = await openForFilling(postgres.url);
    await writeReviews(database);
    const cookie = await signIn(database);
    const { rows } = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM reviews');
    await database.close();
    const api = await startApi(env, [], { fresh: false });
    for (const [name, query] of LISTS) {
      const times = await turnPages(query, cookie);
      console.log(
        `  ${rows[0]?.count.toLocaleString('en-US')} reviews, ${name.padEnd(25)} ${describeTimes(times, P95_MS)}`,
      );
    }
    await api.stop();
  } finally {
    postgres.stop();
  }
};
