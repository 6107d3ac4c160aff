import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { startApi } from '../startShop';
import { comparePlacing } from './comparePlacing';
import { ADMIN_URL, ask, describeTimes, openForFilling, PUBLIC_URL, signIn, type Question } from './desk';
import { CUSTOMERS, FIRST_NAMES, ORDERS, STRIDE, writeOrders } from './writeOrders';

const P95_MS = 60;

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
    await writeOrders(database, { areOfAccounts: false });
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
