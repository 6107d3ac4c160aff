import type { OrderStatus, OrderView, PaymentMethod, StaffOrderRow, StorefrontSlug } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { OWED_PAYMENT_SQL, OWED_REFUND_SQL } from '../payments/refundsRepository';
import { REFUND_DUE_SQL, WAITS_UNTIL_SQL } from './orderListRepository';
import { CREATED_AT_SQL } from './ordersRepository';
import { UNCONFIRMED_SQL, WAITING_SQL } from './orderStatus';

const PAGE_SIZE = 50;
/** More is shown as "1,000+". */
const MAX_COUNT = 1_000;
/** An order that no van brings should be packed by then. */
const LATE_AFTER = "interval '2 days'";

const WAITS_FOR_PACKING_SQL = `(orders.status = 'processing' AND NOT ${UNCONFIRMED_SQL})`;
/** Takes the time as `$1`. */
const LATE_SQL = `(${WAITS_FOR_PACKING_SQL} AND CASE WHEN orders.delivery_slot_id IS NULL
    THEN coalesce(orders.accepted_at, orders.created_at) < $1::timestamptz - ${LATE_AFTER}
    ELSE EXISTS (SELECT 1 FROM delivery_slots s WHERE s.id = orders.delivery_slot_id AND s.starts_at < $1::timestamptz) END)`;
const PART_SENT_SQL =
  "(orders.status = 'processing' AND EXISTS (SELECT 1 FROM shipments s WHERE s.order_number = orders.number))";
const REFUNDS_SQL = `orders.number IN (SELECT order_number FROM refunds WHERE state <> 'canceled'
    UNION SELECT order_number FROM payments WHERE status = 'refund-due')`;

/** Conditions of the views, and whether the oldest order comes first. */
const VIEWS: Readonly<Record<OrderView, { readonly sql: string; readonly oldestFirst: boolean }>> = {
  'to-send': { sql: WAITS_FOR_PACKING_SQL, oldestFirst: true },
  late: { sql: LATE_SQL, oldestFirst: true },
  unpaid: { sql: WAITING_SQL, oldestFirst: true },
  'part-sent': { sql: PART_SENT_SQL, oldestFirst: true },
  refunds: { sql: REFUNDS_SQL, oldestFirst: false },
  all: { sql: 'true', oldestFirst: false },
};

/** Null for all. */
export interface OrderDeskFilter {
  readonly view: OrderView;
  readonly status: OrderStatus | null;
  readonly payment: PaymentMethod | null;
  readonly store: StorefrontSlug | null;
  readonly from: Date | null;
  readonly until: Date | null;
  readonly productId: string | null;
  readonly slotId: number | null;
  /** Orders of one account. */
  readonly accountId: string | null;
  readonly search: OrderSearch | null;
  /** Id of the last order of the page before. */
  readonly after: number | null;
}

/** A whole number, or the beginning of an email address or of a name; lowercase, but for the number. */
export interface OrderSearch {
  readonly number: string | null;
  readonly text: string;
}

const EMAIL_SQL = "lower(trim(billing ->> 'email'))";
const LAST_NAME_SQL = "lower(billing ->> 'lastName')";
const NAME_SQL = "lower((billing ->> 'firstName') || ' ' || (billing ->> 'lastName'))";
/** Up to this number, what a search finds is sorted; more of them are met soon enough in the list's order. */
const MAX_FOUND = 6_000;
type Bind = (value: unknown) => string;
/** Sorts behind everything that begins with the text before it. */
const LAST_CHARACTER = '\u{10FFFF}';

const buildConditions = (
  { view, status, payment, store, from, until, productId, slotId, accountId }: OrderDeskFilter,
  bind: Bind,
): string[] =>
  // Conditions are added as needed: the planner then finds the index of each.
  [
    VIEWS[view].sql,
    ...(status === null ? [] : [`orders.status = ${bind(status)}`]),
    ...(payment === null ? [] : [`payment_method = ${bind(payment)}`]),
    ...(store === null
      ? []
      : [
          `EXISTS (SELECT 1 FROM order_lines l JOIN products p ON p.id = l.product_id WHERE l.order_id = orders.id AND p.store = ${bind(store)})`,
        ]),
    ...(from === null ? [] : [`created_at >= ${bind(from)}`]),
    ...(until === null ? [] : [`created_at < ${bind(until)}`]),
    ...(productId === null
      ? []
      : [`orders.id IN (SELECT order_id FROM order_lines WHERE product_id = ${bind(productId)})`]),
    ...(slotId === null ? [] : [`delivery_slot_id = ${bind(slotId)}`]),
    ...(accountId === null ? [] : [`orders.account_id = ${bind(accountId)}`]),
  ];

interface SearchSql {
  readonly condition: string;
  /** Ids of the orders it finds, up to one more than `MAX_FOUND`: each by the index of what is searched. */
  readonly found: string;
}

const buildSearch = ({ number, text }: OrderSearch, bind: Bind): SearchSql => {
  const [first, last] = [bind(text), bind(text + LAST_CHARACTER)];
  const columns = text.includes('@') ? [EMAIL_SQL] : [EMAIL_SQL, LAST_NAME_SQL, NAME_SQL];
  const ranges = columns.map((sql) => ({ sql, range: `(${sql} ~>=~ ${first} AND ${sql} ~<~ ${last})` }));
  const isNumber = number === null ? [] : [`orders.number = ${bind(number)}`];
  const found = [
    // Without the order, the planner may hope to meet enough of them in the whole table.
    ...ranges.map(
      ({ sql, range }) => `(SELECT id FROM orders WHERE ${range} ORDER BY ${sql} USING ~<~ LIMIT ${MAX_FOUND + 1})`,
    ),
    ...isNumber.map((condition) => `(SELECT id FROM orders WHERE ${condition})`),
  ].join(' UNION ');
  return { condition: `(${[...ranges.map(({ range }) => range), ...isNumber].join(' OR ')})`, found };
};

/** The storefront of the first line; '' if its product is gone. */
const STORE_SQL = `coalesce((SELECT p.store FROM order_lines l JOIN products p ON p.id = l.product_id WHERE l.order_id = orders.id ORDER BY l.position LIMIT 1), '') AS store`;

const ROW_SQL = `orders.id, number, status, ${CREATED_AT_SQL}, payment_method, total_cents / 100.0 AS total,
    (billing ->> 'firstName') || ' ' || (billing ->> 'lastName') AS customer, billing ->> 'email' AS email,
    ${STORE_SQL},
    (SELECT sum(CASE WHEN l.measure ? 'stepGrams' THEN 1 ELSE l.quantity END)::int FROM order_lines l WHERE l.order_id = orders.id) AS pieces,
    ${PART_SENT_SQL} AS part_sent, ${LATE_SQL} AS late, ${WAITS_UNTIL_SQL},
    (SELECT coalesce(sum(r.amount_cents), 0) / 100.0 FROM refunds r WHERE r.order_number = orders.number AND r.state IN ('due', 'sent')) AS refunded,
    (${REFUND_DUE_SQL} OR EXISTS (SELECT 1 FROM refunds r WHERE r.order_number = orders.number AND ${OWED_REFUND_SQL})) AS refund_due,
    EXISTS (SELECT 1 FROM payments p WHERE p.order_number = orders.number AND p.dispute = 'open') AS disputed,
    (SELECT to_char(s.starts_at AT TIME ZONE a.time_zone, 'YYYY-MM-DD HH24:MI') FROM delivery_slots s
     JOIN delivery_areas a ON a.id = s.area_id WHERE s.id = orders.delivery_slot_id) AS delivery`;

/** Returns a page of orders for the desk, the cursor of the next one, and how many there are, at most 1,000. */
export const findDeskOrders = async (
  database: Queryable,
  filter: OrderDeskFilter,
  now: Date,
): Promise<{ readonly items: StaffOrderRow[]; readonly next: string | null; readonly total: number }> => {
  const values: unknown[] = [now];
  const bind: Bind = (value) => `$${values.push(value)}`;
  // Each statement has a type for its first parameter, also where no condition names it.
  const conditions = buildConditions(filter, bind);
  const where = ['$1::timestamptz IS NOT NULL', ...conditions].join(' AND ');
  const search = filter.search === null ? null : buildSearch(filter.search, bind);
  const isSearchOnly = filter.view === 'all' && conditions.length === 1;
  const withFound = search === null ? '' : `WITH found AS MATERIALIZED (${search.found})`;
  /** Selects orders in one of two ways. Only one of them runs: which one depends on how many the search finds. */
  const select = (columns: string, beyond: string, rest: string): string => {
    const from = `SELECT ${columns} FROM orders WHERE ${where}${beyond}`;
    if (search === null) return `${from} ${rest}`;
    const isFew = `(SELECT count(*) <= ${MAX_FOUND} FROM found)`;
    // Without other conditions, the page is chosen before its orders are read.
    const ids = `SELECT id FROM found orders WHERE true${beyond} ${isSearchOnly ? rest : ''}`;
    return `(${from} AND ${isFew} AND orders.id IN (${ids}) ${rest})
      UNION ALL (${from} AND NOT ${isFew} AND ${search.condition} ${rest})`;
  };
  // What a search alone finds is counted where it was found: MAX_FOUND is more than anybody counts.
  const counted =
    search !== null && isSearchOnly ? `SELECT 1 FROM found LIMIT ${MAX_COUNT}` : select('1', '', `LIMIT ${MAX_COUNT}`);
  const { oldestFirst } = VIEWS[filter.view];
  const beyond = filter.after === null ? '' : ` AND orders.id ${oldestFirst ? '>' : '<'} ${bind(filter.after)}`;
  const order = `ORDER BY orders.id ${oldestFirst ? '' : 'DESC'}`;
  const { rows } = await database.query<{
    total: number;
    orders: readonly (StaffOrderRow & { readonly id: number })[];
  }>(
    `${withFound} SELECT (SELECT count(*)::int FROM (${counted}) o) AS total,
       (SELECT coalesce(json_agg(o), '[]') FROM (
         SELECT ${ROW_SQL} FROM (${select('*', beyond, `${order} LIMIT ${PAGE_SIZE + 1}`)}) orders ${order}) o) AS orders`,
    values,
  );
  const { total = 0, orders = [] } = rows[0] ?? {};
  const shown = orders.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: [...shown],
    next: orders.length > PAGE_SIZE && last ? String(last.id) : null,
    total,
  };
};

/** What waits at the desk of orders, at most 1,000 each. */
export interface OrderCounts {
  readonly to_send: number;
  readonly late: number;
  readonly unpaid: number;
  readonly refunds: number;
}

const REFUND_TROUBLE_SQL = `SELECT r.order_number FROM refunds r WHERE ${OWED_REFUND_SQL}
  UNION SELECT p.order_number FROM payments p WHERE ${OWED_PAYMENT_SQL}`;

export const countDeskOrders = async (database: Queryable, now: Date): Promise<OrderCounts> => {
  const count = (from: string): string => `(SELECT count(*)::int FROM (${from} LIMIT ${MAX_COUNT}) x)`;
  const countView = (view: OrderView): string => count(`SELECT 1 FROM orders WHERE ${VIEWS[view].sql}`);
  const { rows } = await database.query<OrderCounts>(
    `SELECT ${countView('to-send')} AS to_send, ${countView('late')} AS late, ${countView('unpaid')} AS unpaid,
       ${count(`SELECT 1 FROM (${REFUND_TROUBLE_SQL}) t`)} AS refunds`,
    [now],
  );
  return rows[0] ?? { to_send: 0, late: 0, unpaid: 0, refunds: 0 };
};

interface DeskDetails {
  readonly addressVersion: number;
  readonly termsVersion: number | null;
  readonly isLate: boolean;
  readonly store: string;
}

/** What the page of an order needs beside the order itself. */
export const findDeskDetails = async (
  database: Queryable,
  number: string,
  now: Date,
): Promise<DeskDetails | undefined> => {
  const { rows } = await database.query<DeskDetails>(
    `SELECT address_version AS "addressVersion",
       (SELECT number FROM content_versions WHERE id = orders.terms_id) AS "termsVersion", ${LATE_SQL} AS "isLate", ${STORE_SQL}
     FROM orders WHERE number = $2`,
    [now, number],
  );
  return rows[0];
};
