import type { Order, OrderStatus, PaymentMethod } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { OWED_PAYMENT_SQL } from '../payments/refundsRepository';
import {
  CREATED_AT_SQL,
  formatInstantSql,
  HELD_UNTIL_SQL,
  ORDER_COLUMNS_SQL,
  toOrder,
  type StoredOrder,
} from './ordersRepository';
import { WAITING_SQL } from './orderStatus';

export interface OrderFilter {
  readonly status: OrderStatus | null;
  readonly since: Date | null;
  /** As `normalizeEmail` returns it. */
  readonly email: string | null;
  /** True to list only orders with a refund due. */
  readonly owed: boolean;
  readonly page: number;
  readonly pageSize: number;
}

export interface ListedOrder {
  readonly number: string;
  readonly status: OrderStatus;
  /** ISO 8601 instant. */
  readonly created_at: string;
  readonly email: string;
  readonly pieces: number;
  readonly total: number;
  readonly payment_method: PaymentMethod;
  readonly refund_due: boolean;
  /** When it is canceled unless it is paid or confirmed; null if it waits for neither. */
  readonly held_until: string | null;
  /** When its delivery slot starts, in the area's time zone: `2026-11-27 08:00`. Null without food. */
  readonly delivery: string | null;
}

/** When an order is canceled unless it is paid or confirmed; null if it waits for neither. */
export const WAITS_UNTIL_SQL = `CASE WHEN ${WAITING_SQL} THEN ${formatInstantSql(HELD_UNTIL_SQL)} END AS held_until`;
export const REFUND_DUE_SQL = `EXISTS (SELECT 1 FROM payments p WHERE p.order_number = orders.number AND ${OWED_PAYMENT_SQL})`;

/** Returns a page of all orders, newest first. For commands, never for requests. */
export const findAllOrders = async (
  database: Queryable,
  filter: OrderFilter,
): Promise<{ readonly items: ListedOrder[]; readonly total: number }> => {
  const conditions = `($1::text IS NULL OR status = $1) AND ($2::timestamptz IS NULL OR created_at >= $2)
    AND ($3::text IS NULL OR lower(trim(billing ->> 'email')) = $3) AND (NOT $4::boolean OR ${REFUND_DUE_SQL})`;
  const values = [filter.status, filter.since, filter.email, filter.owed];
  const { rows } = await database.query<{ order: ListedOrder }>(
    `SELECT row_to_json(o) AS "order" FROM (
       SELECT number, status, ${CREATED_AT_SQL}, billing ->> 'email' AS email, total_cents / 100.0 AS total, payment_method, ${REFUND_DUE_SQL} AS refund_due,
         ${WAITS_UNTIL_SQL},
         (SELECT to_char(s.starts_at AT TIME ZONE a.time_zone, 'YYYY-MM-DD HH24:MI') FROM delivery_slots s
          JOIN delivery_areas a ON a.id = s.area_id WHERE s.id = orders.delivery_slot_id) AS delivery,
         (SELECT sum(CASE WHEN l.measure ? 'stepGrams' THEN 1 ELSE l.quantity END)::int FROM order_lines l WHERE l.order_id = orders.id) AS pieces
       FROM orders WHERE ${conditions} ORDER BY id DESC LIMIT $5 OFFSET $6) o`,
    [...values, filter.pageSize, (filter.page - 1) * filter.pageSize],
  );
  const { rows: counts } = await database.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM orders WHERE ${conditions}`,
    values,
  );
  return { items: rows.map(({ order }) => order), total: counts[0]?.total ?? 0 };
};

/** What an operator sees of an order beside what its customer does. */
export interface OrderDetails {
  /** When it is canceled unless it is paid or confirmed; null if it waits for neither. */
  readonly held_until: string | null;
  /** Null for a guest. */
  readonly account: { readonly id: string; readonly name: string; readonly email: string } | null;
  /** In the time of the area: `2026-11-27 08:00`. Null without food. */
  readonly slot: {
    readonly id: number;
    readonly area: string;
    readonly starts: string;
    readonly ends: string;
  } | null;
}

const toLocal = (instant: string): string => `to_char(${instant} AT TIME ZONE a.time_zone, 'YYYY-MM-DD HH24:MI')`;

/** Returns an order, whoever placed it. For commands, never for requests. */
export const findOrderDetails = async (
  database: Queryable,
  number: string,
): Promise<{ readonly order: Order; readonly details: OrderDetails } | undefined> => {
  const { rows } = await database.query<{ order: StoredOrder; details: OrderDetails }>(
    `SELECT row_to_json(o) AS "order", row_to_json(d) AS details FROM
       (SELECT ${ORDER_COLUMNS_SQL} FROM orders WHERE number = $1) o,
       (SELECT ${WAITS_UNTIL_SQL},
          (SELECT json_build_object('id', c.id, 'name', c.name, 'email', c.email) FROM accounts c WHERE c.id = orders.account_id) AS account,
          (SELECT json_build_object('id', s.id, 'area', a.name, 'starts', ${toLocal('s.starts_at')}, 'ends', ${toLocal('s.ends_at')})
           FROM delivery_slots s JOIN delivery_areas a ON a.id = s.area_id WHERE s.id = orders.delivery_slot_id) AS slot
        FROM orders WHERE number = $1) d`,
    [number],
  );
  return rows[0] && { order: toOrder(rows[0].order), details: rows[0].details };
};

interface OrdersAfter {
  readonly since: Date | null;
  readonly until: Date | null;
  readonly lastId: number;
  readonly limit: number;
}

/** Returns orders with their ids, oldest first, after the one with this id. For commands, never for requests. */
export const findOrdersAfter = async (
  database: Queryable,
  { since, until, lastId, limit }: OrdersAfter,
): Promise<{ readonly id: number; readonly order: Order }[]> => {
  const { rows } = await database.query<{ id: number; order: StoredOrder }>(
    `SELECT id, row_to_json(o) AS "order" FROM (
       SELECT id, ${ORDER_COLUMNS_SQL} FROM orders WHERE id > $1 AND ($2::timestamptz IS NULL OR created_at >= $2)
         AND ($4::timestamptz IS NULL OR created_at < $4) ORDER BY id LIMIT $3) o`,
    [lastId, since, limit, until],
  );
  return rows.map(({ id, order }) => ({ id, order: toOrder(order) }));
};
