import type { Database } from '../../api/src/database/Database';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { startApi } from '../startShop';
import {
  ADMIN_URL,
  ask,
  describeTimes,
  findP95,
  insertMany,
  openForFilling,
  PUBLIC_URL,
  signIn,
  type Question,
} from './desk';
import { CUSTOMERS, FIRST_NAMES, LAST_NAME_SQL, ORDERS, writeOrders } from './writeOrders';

const P95_MS = 60;

/** A tenth of all have each first name, a twentieth are Smiths. */
const writeAccounts = (database: Database): Promise<void> =>
  insertMany(
    database,
    CUSTOMERS,
    `INSERT INTO accounts (id, email, name, phone, created_at)
     SELECT 'customer-' || n, 'customer-' || n || '@example.com',
       (ARRAY['${FIRST_NAMES.join("','")}'])[1 + n % ${FIRST_NAMES.length}] || ' ' || ${LAST_NAME_SQL}, '',
       now() - ($1::int - n) * interval '4 minutes'
     FROM generate_series($2::int, $3::int) n`,
    CUSTOMERS,
  );

/** Questions at the desk of customers, as people ask them. */
const listQuestions = (numbers: readonly string[]): readonly (readonly [string, Question])[] => [
  ['all, page after page', () => 'customers?'],
  ['by email address', (index) => `customers?q=customer-${(index * 31) % CUSTOMERS}@example.com`],
  ['by the beginning of an address', (index) => `customers?q=customer-${index % 90}`],
  ['by last name', (index) => `customers?q=family${(index * 31) % 5_000}`],
  ['by a last name that many have', () => 'customers?q=smith'],
  ['by a first name that many have', (index) => `customers?q=${FIRST_NAMES[index % FIRST_NAMES.length]}`],
  ['by first and last name', (index) => `customers?q=${FIRST_NAMES[index % FIRST_NAMES.length]} family${index}`],
  ['by a name that nobody has', (index) => `customers?q=nobody${index}`],
  ['by id', (index) => `customers?q=customer-${(index * 31) % CUSTOMERS}`],
  ['by the number of an order', (index) => `customers?q=${numbers[index % numbers.length]}`],
  ['a customer’s page', (index) => `customers/customer-${(index * 31) % CUSTOMERS}`],
  ['orders of a customer', (index) => `orders?view=all&q=customer-${(index * 31) % CUSTOMERS}@example.com`],
];

/** The desk of customers with a million orders on PostgreSQL. Fails if it is slow. */
export const benchAdminCustomers = async (): Promise<void> => {
  console.log('\nCustomers in the back office: PostgreSQL, one question at a time');
  const postgres = startPostgresServer();
  if (!postgres) return;
  try {
    const env = { DATABASE_URL: postgres.url, PUBLIC_URL, ADMIN_URL };
    await (await startApi(env)).stop(); // Migrates and seeds.
    const database = await openForFilling(postgres.url);
    await writeAccounts(database);
    await writeOrders(database, { areOfAccounts: true });
    const cookie = await signIn(database);
    const { rows } = await database.query<{ number: string }>(
      'SELECT number FROM orders TABLESAMPLE SYSTEM (1) LIMIT 500',
    );
    await database.close();
    const api = await startApi(env, [], { fresh: false });
    const slow: string[] = [];
    for (const [name, question] of listQuestions(rows.map(({ number }) => number))) {
      const times = await ask(question, cookie);
      if (findP95(times) > P95_MS) slow.push(name);
      console.log(
        `  ${CUSTOMERS.toLocaleString('en-US')} customers, ${ORDERS.toLocaleString('en-US')} orders, ${name.padEnd(31)} ${describeTimes(times, P95_MS)}`,
      );
    }
    await api.stop();
    if (slow.length > 0) throw new Error(`Slower than ${P95_MS} ms: ${slow.join('; ')}`);
  } finally {
    postgres.stop();
  }
};
