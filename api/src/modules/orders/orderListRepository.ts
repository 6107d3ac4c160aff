import type { Order, OrderStatus, PaymentMethod } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import {
  CREATED_AT_SQL,
  formatInstantSql,
  HELD_UNTIL_SQL,
  ORDER_COLUMNS_SQL,
  toOrder,
  UNCONFIRMED_SQL,
  UNPAID_STATUSES,
  type StoredOrder,
} from './ordersRepository';

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

/** Returns a page of all orders, newest first. For commands, never for requests. */
export const findAllOrders = async (
  database: Queryable,
  filter: OrderFilter,
): Promise<{ readonly items: ListedOrder[]; readonly total: number }> => {
  const refundDue =
    "EXISTS (SELECT 1 FROM payments p WHERE p.order_number = orders.number AND p.status = 'refund-due')";
  const conditions = `($1::text IS NULL OR status = $1) AND ($2::timestamptz IS NULL OR created_at >= $2)
    AND ($3::text IS NULL OR lower(trim(billing ->> 'email')) = $3) AND (NOT $4::boolean OR ${refundDue})`;
  const values = [filter.status, filter.since, filter.email, filter.owed];
  const { rows } = await database.query<{ order: ListedOrder }>(
    `SELECT row_to_json(o) AS "order" FROM (
       SELECT number, status, ${CREATED_AT_SQL}, billing ->> 'email' AS email, total_cents / 100.0 AS total, payment_method, ${refundDue} AS refund_due,
         CASE WHEN status IN (${UNPAID_STATUSES}) OR (${UNCONFIRMED_SQL}) THEN ${formatInstantSql(HELD_UNTIL_SQL)} END AS held_until,
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

/** Returns orders with their ids, oldest first, after the one with this id. For commands, never for requests. */
export const findOrdersAfter = async (
  database: Queryable,
  { since, lastId, limit }: { readonly since: Date | null; readonly lastId: number; readonly limit: number },
): Promise<{ readonly id: number; readonly order: Order }[]> => {
  const { rows } = await database.query<{ id: number; order: StoredOrder }>(
    `SELECT id, row_to_json(o) AS "order" FROM (
       SELECT id, ${ORDER_COLUMNS_SQL} FROM orders WHERE id > $1 AND ($2::timestamptz IS NULL OR created_at >= $2) ORDER BY id LIMIT $3) o`,
    [lastId, since, limit],
  );
  return rows.map(({ id, order }) => ({ id, order: toOrder(order) }));
};
