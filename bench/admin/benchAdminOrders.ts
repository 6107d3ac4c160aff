import type { Database } from '../../api/src/database/Database';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { startApi } from '../startShop';
import { comparePlacing } from './comparePlacing';
import { ADMIN_URL, ask, describeTimes, insertMany, openForFilling, PUBLIC_URL, signIn, type Question } from './desk';

const ORDERS = 1_000_000;
const CUSTOMERS = 200_000;
/** Customers come back after a while, each another one: their names are not in the order of their orders. */
const STRIDE = 7_919;
const P95_MS = 60;

const FIRST_NAMES = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Ken', 'Radia', 'Tim'];
const NAME_OF = "CASE n % 20 WHEN 0 THEN 'Smith' ELSE 'Family' || n % 5000 END";

/** Four letters of the alphabet of order numbers, others for each number. */
const toGroup = (number: string): string => `upper(lpad(translate(to_hex(${number}), '01', 'xy'), 4, 'z'))`;

/** A shop of some years: one order in fifty waits, most are shipped, some canceled; a twentieth of all are Smiths. */
const writeOrders = async (database: Database): Promise<void> => {
  await insertMany(
    database,
    ORDERS,
    `WITH sold AS (SELECT id, (row_number() OVER (ORDER BY id) - 1)::int AS place, count(*) OVER ()::int AS total FROM products),
     placed AS (
       INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at, accepted_at)
       SELECT 'ORD-' || ${toGroup('n / 4096')} || '-' || ${toGroup('n % 4096')},
         CASE WHEN n % 50 = 0 THEN 'processing' WHEN n % 200 = 1 THEN 'on-hold' WHEN n % 20 = 2 THEN 'canceled' ELSE 'shipped' END,
         'USD', 100, 0, 100, (ARRAY['bank', 'global', 'cash'])[1 + n % 3], '',
         jsonb_build_object('email', 'customer-' || (n::bigint * ${STRIDE}) % $1::int || '@example.com', 'firstName', (ARRAY['${FIRST_NAMES.join("','")}'])[1 + n % ${FIRST_NAMES.length}],
           'lastName', ${NAME_OF}, 'country', 'US'),
         now() - (${ORDERS} - n) * interval '1 minute', now() - (${ORDERS} - n) * interval '1 minute'
       FROM generate_series($2::int, $3::int) n RETURNING id)
     INSERT INTO order_lines (order_id, position, product_id, sku, name, image, unit_price_cents, quantity)
     SELECT placed.id, line, sold.id, 'sku', 'name', 'image', 50, 1
     FROM placed CROSS JOIN generate_series(0, 1) line JOIN sold ON sold.place = (placed.id * 7 + line) % sold.total`,
    CUSTOMERS,
  );
  await database.query('ANALYZE');
};

/** Questions at the desk of orders, as people ask them. */
const listQuestions = (numbers: readonly string[]): readonly (readonly [string, Question])[] => [
  ['all, page after page', () => 'view=all'],
  ['to send', () => 'view=to-send'],
  ['late', () => 'view=late'],
  ['unpaid', () => 'view=unpaid'],
  ['refunds', () => 'view=refunds'],
  ['of one storefront', () => 'view=all&store=jewellery-store'],
  ['of one product', () => 'view=all&product=ring-halo'],
  ['by number', (index) => `q=${numbers[index % numbers.length]}`],
  ['by email address', (index) => `q=customer-${(index * STRIDE) % CUSTOMERS}@example.com`],
  ['by the beginning of an address', (index) => `q=customer-${index % 90}`],
  ['by name', (index) => `q=family${(index * 31) % 5_000}`],
  ['by a name that many have', () => 'q=smith'],
  ['by first and last name', (index) => `q=${FIRST_NAMES[index % FIRST_NAMES.length]} family${index}`],
  ['by a name that nobody has', (index) => `q=nobody${index}`],
];

/** Indexes of orders and their lines that only the desk reads. */
const DESK_INDEXES = [
  'order_lines_product',
  'orders_status',
  'orders_email',
  'orders_last_name',
  'orders_name',
  'orders_slot',
];
/** GET /api/admin/orders with a million orders on PostgreSQL, and what its indexes cost those who order. */
export const benchAdminOrders = async (): Promise<void> => {
  console.log('\nOrders in the back office: PostgreSQL, one question at a time');
  const postgres = startPostgresServer();
  if (!postgres) return;
  try {
    const env = { DATABASE_URL: postgres.url, PUBLIC_URL, ADMIN_URL };
    await (await startApi(env)).stop(); // Migrates and seeds.
    const database = await openForFilling(postgres.url);
    await writeOrders(database);
    const cookie = await signIn(database);
    const { rows } = await database.query<{ number: string }>(
      'SELECT number FROM orders TABLESAMPLE SYSTEM (1) LIMIT 500',
    );
    await database.close();
    const api = await startApi(env, [], { fresh: false });
    for (const [name, question] of listQuestions(rows.map(({ number }) => number)))
      console.log(
        `  ${ORDERS.toLocaleString('en-US')} orders, ${name.padEnd(32)} ${describeTimes(await ask((index) => `orders?${question(index)}`, cookie), P95_MS)}`,
      );
    await api.stop();
    await comparePlacing(postgres.url, { indexes: DESK_INDEXES });
  } finally {
    postgres.stop();
  }
};
