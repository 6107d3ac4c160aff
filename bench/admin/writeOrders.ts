import type { Database } from '../../api/src/database/Database';
import { insertMany } from './desk';

export const ORDERS = 1_000_000;
export const CUSTOMERS = 200_000;
/** Customers come back after a while, each another one: their names are not in the order of their orders. */
export const STRIDE = 7_919;

export const FIRST_NAMES = ['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Frances', 'Ken', 'Radia', 'Tim'];
/** Of the customer or order `n`. */
export const LAST_NAME_SQL = "CASE n % 20 WHEN 0 THEN 'Smith' ELSE 'Family' || n % 5000 END";

/** Four letters of the alphabet of order numbers, others for each number. */
const toGroup = (number: string): string => `upper(lpad(translate(to_hex(${number}), '01', 'xy'), 4, 'z'))`;

/** A shop of some years: one order in fifty waits, most are shipped, some canceled; a twentieth of all are Smiths. */
export const writeOrders = async (
  database: Database,
  { areOfAccounts }: { readonly areOfAccounts: boolean },
): Promise<void> => {
  const customer = `'customer-' || (n::bigint * ${STRIDE}) % $1::int`;
  await insertMany(
    database,
    ORDERS,
    `WITH sold AS (SELECT id, (row_number() OVER (ORDER BY id) - 1)::int AS place, count(*) OVER ()::int AS total FROM products),
     placed AS (
       INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, account_id, created_at, accepted_at)
       SELECT 'ORD-' || ${toGroup('n / 4096')} || '-' || ${toGroup('n % 4096')},
         CASE WHEN n % 50 = 0 THEN 'processing' WHEN n % 200 = 1 THEN 'on-hold' WHEN n % 20 = 2 THEN 'canceled' ELSE 'shipped' END,
         'USD', 100, 0, 100, (ARRAY['bank', 'global', 'cash'])[1 + n % 3], '',
         jsonb_build_object('email', ${customer} || '@example.com', 'firstName', (ARRAY['${FIRST_NAMES.join("','")}'])[1 + n % ${FIRST_NAMES.length}],
           'lastName', ${LAST_NAME_SQL}, 'country', 'US'),
         ${areOfAccounts ? customer : 'NULL'},
         now() - (${ORDERS} - n) * interval '1 minute', now() - (${ORDERS} - n) * interval '1 minute'
       FROM generate_series($2::int, $3::int) n RETURNING id)
     INSERT INTO order_lines (order_id, position, product_id, sku, name, image, unit_price_cents, quantity)
     SELECT placed.id, line, sold.id, 'sku', 'name', 'image', 50, 1
     FROM placed CROSS JOIN generate_series(0, 1) line JOIN sold ON sold.place = (placed.id * 7 + line) % sold.total`,
    CUSTOMERS,
  );
  await database.query('ANALYZE');
};
