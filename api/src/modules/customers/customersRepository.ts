import type { StaffCustomerRow } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { buildPaidSql } from '../orders/orderStatus';
import { formatInstantSql } from '../orders/ordersRepository';
import { BROUGHT_SQL } from '../payments/refundsRepository';

const PAGE_SIZE = 50;
/** Up to this number, what a search finds is sorted; more of them are met soon enough in the list's order. */
const MAX_FOUND = 12_000;
/** Sorts behind everything that begins with the text before it. */
const LAST_CHARACTER = '\u{10FFFF}';

/** As the index has it: names are split at what is no letter, and addresses in them are none. */
const NAME_WORDS_SQL = "to_tsvector('simple', translate(name, '-./@_', '     '))";

/** Cents, as the figures count them. */
const SPENT_SQL = `coalesce(sum(${BROUGHT_SQL}) FILTER (WHERE ${buildPaidSql()}), 0)`;
const SUMS_SQL = `count(*) FILTER (WHERE status <> 'canceled')::int AS orders, ${SPENT_SQL} / 100.0 AS spent`;

/** One of these, as somebody types it. */
export interface CustomerSearch {
  readonly text: string;
  /** The beginnings of words of a name. */
  readonly words: readonly string[];
  /** The number of an order; null if it is none. */
  readonly number: string | null;
}

/** The last row of the page before. */
export interface CustomerCursor {
  /** Microseconds since 1970. */
  readonly createdAt: string;
  readonly id: string;
}

interface SearchSql {
  readonly condition: string;
  /** Ids and times, each by the index of what is searched, up to one more than `MAX_FOUND`. */
  readonly found: string;
}

const buildSearch = ({ text, words, number }: CustomerSearch, bind: (value: unknown) => string): SearchSql => {
  const [first, last] = [bind(text.toLowerCase()), bind(text.toLowerCase() + LAST_CHARACTER)];
  const limited = (condition: string, order = ''): string =>
    `(SELECT id, created_at FROM accounts WHERE ${condition} ${order} LIMIT ${MAX_FOUND + 1})`;
  const email = `(email ~>=~ ${first} AND email ~<~ ${last})`;
  const isName = words.length > 0 && !text.includes('@');
  const query = isName ? bind(words.map((word) => `'${word}':*`).join(' & ')) : '';
  const parts = [
    { condition: email, order: 'ORDER BY email USING ~<~' },
    ...(isName ? [{ condition: `${NAME_WORDS_SQL} @@ to_tsquery('simple', ${query})` }] : []),
    { condition: `id = ${bind(text)}` },
    ...(number === null ? [] : [{ condition: `id = (SELECT account_id FROM orders WHERE number = ${bind(number)})` }]),
  ];
  return {
    condition: `(${parts.map(({ condition }) => condition).join(' OR ')})`,
    found: parts.map(({ condition, order }) => limited(condition, order)).join(' UNION '),
  };
};

/** Returns a page of customers, newest first, and the cursor of the next one. */
export const findCustomerPage = async (
  database: Queryable,
  search: CustomerSearch | null,
  after: CustomerCursor | null,
): Promise<{ readonly items: StaffCustomerRow[]; readonly next: CustomerCursor | null }> => {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const sql = search && buildSearch(search, bind);
  const beyond =
    after === null
      ? 'true'
      : `(created_at, id) < ('epoch'::timestamptz + ${bind(after.createdAt)}::float8 * interval '1 microsecond', ${bind(after.id)})`;
  const rest = `ORDER BY created_at DESC, id DESC LIMIT ${PAGE_SIZE + 1}`;
  // Only one of the two runs: which one depends on how many the search finds.
  const isFew = `(SELECT count(*) <= ${MAX_FOUND} FROM found)`;
  const page = sql
    ? `(SELECT * FROM accounts WHERE id IN (SELECT id FROM found WHERE ${isFew} AND ${beyond} ${rest}))
       UNION ALL (SELECT * FROM accounts WHERE NOT ${isFew} AND ${beyond} AND ${sql.condition} ${rest})`
    : `SELECT * FROM accounts WHERE ${beyond} ${rest}`;
  const { rows } = await database.query<{ row: StaffCustomerRow; createdAt: string }>(
    `${sql ? `WITH found AS MATERIALIZED (${sql.found})` : ''}
     SELECT (extract(epoch FROM p.created_at) * 1000000)::bigint::text AS "createdAt",
       json_build_object('id', p.id, 'name', p.name, 'email', p.email, 'created_at', ${formatInstantSql('p.created_at')},
         'orders', o.orders, 'spent', o.spent, 'last_order_at', ${formatInstantSql('o.last_at')},
         'erased_at', ${formatInstantSql('e.due_at')}) AS row
     FROM (${page}) p
     CROSS JOIN LATERAL (SELECT ${SUMS_SQL}, max(created_at) AS last_at FROM orders WHERE account_id = p.id) o
     LEFT JOIN erasures e ON e.account_id = p.id ORDER BY p.created_at DESC, p.id DESC`,
    values,
  );
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map(({ row }) => row),
    next: rows.length > PAGE_SIZE && last ? { createdAt: last.createdAt, id: last.row.id } : null,
  };
};

/** What a customer has ordered and written. */
export interface CustomerFigures {
  /** Dollars. */
  readonly spent: number;
  /** Null without a paid order. */
  readonly average: number | null;
  readonly orders: number;
  readonly reviews: number;
  readonly createdAt: Date;
}

export const findFigures = async (database: Queryable, id: string): Promise<CustomerFigures | undefined> => {
  const { rows } = await database.query<CustomerFigures>(
    `SELECT (s.spent / 100.0)::float8 AS spent, (s.spent / 100.0 / nullif(s.paid, 0))::float8 AS average, s.orders,
       (SELECT count(*)::int FROM reviews WHERE account_id = a.id) AS reviews, a.created_at AS "createdAt"
     FROM accounts a CROSS JOIN LATERAL (
       SELECT count(*)::int AS orders, count(*) FILTER (WHERE ${buildPaidSql()})::int AS paid,
         ${SPENT_SQL} AS spent
       FROM orders WHERE account_id = a.id) s
     WHERE a.id = $1`,
    [id],
  );
  return rows[0];
};
