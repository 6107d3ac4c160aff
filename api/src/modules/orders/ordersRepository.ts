import {
  ORDERS_PER_PAGE,
  type Billing,
  type CurrencyCode,
  type Order,
  type OrderList,
  type OrderStatus,
  type OrderSummary,
  type PaymentMethod,
  type PostalAddress,
} from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import type { SoldLine } from '../cart/priceItems';

/** Decrements stock. Returns false if there is not enough. Check and update are one statement. */
export const decrementStock = async (
  database: Queryable,
  productId: string,
  variantId: string | null,
  quantity: number,
): Promise<boolean> => {
  const updated =
    variantId === null
      ? await database.query({
          name: 'take stock',
          text: 'UPDATE products SET stock = stock - $2 WHERE id = $1 AND stock >= $2',
          values: [productId, quantity],
        })
      : await database.query({
          name: 'take variant stock',
          text: 'UPDATE product_variants SET stock = stock - $3 WHERE product_id = $1 AND id = $2 AND stock >= $3',
          values: [productId, variantId, quantity],
        });
  return updated.rowCount === 1;
};

/** Restores the stock of a canceled order. Products that are no longer sold are ignored. */
export const restoreStock = async (
  database: Queryable,
  productId: string,
  variantId: string | null,
  quantity: number,
): Promise<void> => {
  if (variantId === null)
    await database.query('UPDATE products SET stock = stock + $2 WHERE id = $1', [productId, quantity]);
  else
    await database.query('UPDATE product_variants SET stock = stock + $3 WHERE product_id = $1 AND id = $2', [
      productId,
      variantId,
      quantity,
    ]);
};

export interface NewOrder {
  readonly number: string;
  /** Null for guest orders. */
  readonly accountId: string | null;
  readonly status: OrderStatus;
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly couponCode: string | null;
  readonly displayCurrency: CurrencyCode;
  readonly exchangeRate: number;
  readonly paymentMethod: PaymentMethod;
  readonly paymentInstructions: string;
  readonly billing: Billing;
  readonly shippingAddress: PostalAddress | null;
  readonly lines: readonly SoldLine[];
  readonly createdAt: Date;
}

/** Inserts an order with its lines in one statement. */
export const insertOrder = async (database: Queryable, order: NewOrder): Promise<void> => {
  const { discountCents, subtotalCents, shippingAddress, lines } = order;
  await database.query({
    name: 'insert order',
    text: `WITH placed AS (
      INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at,
        account_id, shipping_address, coupon_code, display_currency, exchange_rate)
      VALUES ($1, $2, 'USD', $3, $4, $3::int - $4::int, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id)
    INSERT INTO order_lines (order_id, position, product_id, variant_id, sku, name, image, unit_price_cents, quantity)
    SELECT placed.id, l.position, l."productId", l."variantId", l.sku, l.name, l.image, l."priceCents", l.quantity
    FROM placed, json_to_recordset($14::json) AS l(position int, "productId" text, "variantId" text, sku text, name text, image text, "priceCents" int, quantity int)`,
    values: [
      order.number,
      order.status,
      subtotalCents,
      discountCents,
      order.paymentMethod,
      order.paymentInstructions,
      JSON.stringify(order.billing),
      order.createdAt,
      order.accountId,
      shippingAddress === null ? null : JSON.stringify(shippingAddress),
      order.couponCode,
      order.displayCurrency,
      order.exchangeRate,
      JSON.stringify(lines.map((line, position) => ({ ...line, position }))),
    ],
  });
};

interface IdempotencyRecord {
  readonly bodyHash: string;
  readonly orderNumber: string;
}

/** Claims an idempotency key in the order's transaction. Returns its record if the key was used before. */
export const claimIdempotencyKey = async (
  database: Queryable,
  key: string,
  { bodyHash, orderNumber }: IdempotencyRecord,
  now: Date,
): Promise<IdempotencyRecord | undefined> => {
  // This waits for a concurrent transaction with the same key.
  const inserted = await database.query({
    name: 'take idempotency key',
    text: 'INSERT INTO idempotency_keys (key, body_hash, order_number, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING',
    values: [key, bodyHash, orderNumber, now],
  });
  if (inserted.rowCount === 1) return undefined;
  const { rows } = await database.query<IdempotencyRecord>(
    'SELECT body_hash AS "bodyHash", order_number AS "orderNumber" FROM idempotency_keys WHERE key = $1',
    [key],
  );
  return rows[0];
};

const UNPAID_STATUSES = "'on-hold', 'pending-payment'";
const CANCELABLE_STATUSES = "'on-hold', 'pending-payment', 'processing'";

/** Timestamp in the contract's format. */
const CREATED_AT_SQL = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at`;

const ORDER_SQL = `
  SELECT row_to_json(o) AS "order" FROM (
    SELECT number, status, ${CREATED_AT_SQL}, currency,
      subtotal_cents / 100.0 AS subtotal, discount_cents / 100.0 AS discount, coupon_code, 0 AS shipping, total_cents / 100.0 AS total,
      display_currency, exchange_rate::float8 AS exchange_rate,
      payment_method, payment_instructions, billing, shipping_address, status IN (${CANCELABLE_STATUSES}) AS cancelable, status = 'pending-payment' AS payable,
      status = 'pending-payment' AND (SELECT bool_and(p.status = 'failed') FROM payments p WHERE p.order_number = orders.number) IS TRUE AS payment_declined,
      (SELECT json_agg(json_build_object('product_id', l.product_id, 'variant_id', l.variant_id, 'sku', l.sku, 'name', l.name, 'image', l.image,
         'unit_price', l.unit_price_cents / 100.0, 'quantity', l.quantity, 'line_total', l.unit_price_cents * l.quantity / 100.0) ORDER BY l.position)
       FROM order_lines l WHERE l.order_id = orders.id) AS lines`;

/** The owner of an order: an account, or for guest orders the browser that stores its number. */
export interface OrderOwner {
  readonly accountId: string | null;
  readonly guestNumbers: readonly string[];
}

const OWNED_SQL = 'number = $1 AND (account_id = $2 OR (account_id IS NULL AND number = ANY($3::text[])))';

export const findOrder = async (database: Queryable, number: string, owner: OrderOwner): Promise<Order | undefined> => {
  const { rows } = await database.query<{ order: Order }>({
    name: 'order',
    text: `${ORDER_SQL} FROM orders WHERE ${OWNED_SQL}) o`,
    values: [number, owner.accountId, owner.guestNumbers],
  });
  return rows[0]?.order;
};

/** Returns a page of an account's orders, newest first. */
export const findOrders = async (database: Queryable, accountId: string, page: number): Promise<OrderList> => {
  const { rows } = await database.query<{ order: OrderSummary; total: number }>({
    name: 'orders',
    text: `SELECT row_to_json(o) AS "order", (SELECT count(*)::int FROM orders WHERE account_id = $1) AS total FROM (
      SELECT number, status, ${CREATED_AT_SQL}, total_cents / 100.0 AS total,
        (SELECT json_agg(json_build_object('product_id', l.product_id, 'variant_id', l.variant_id, 'name', l.name, 'image', l.image, 'quantity', l.quantity) ORDER BY l.position)
         FROM order_lines l WHERE l.order_id = orders.id) AS lines
      FROM orders WHERE account_id = $1 ORDER BY id DESC LIMIT ${ORDERS_PER_PAGE} OFFSET $2) o`,
    values: [accountId, (page - 1) * ORDERS_PER_PAGE],
  });
  const total =
    rows[0]?.total ??
    (page === 1
      ? 0
      : ((
          await database.query<{ total: number }>('SELECT count(*)::int AS total FROM orders WHERE account_id = $1', [
            accountId,
          ])
        ).rows[0]?.total ?? 0));
  return { items: rows.map(({ order }) => order), total, page, pageSize: ORDERS_PER_PAGE };
};

/** True if the guest order with this number has this email address. */
export const isGuestOrderWithEmail = async (database: Queryable, number: string, email: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    "SELECT 1 FROM orders WHERE number = $1 AND account_id IS NULL AND lower(trim(billing ->> 'email')) = $2",
    [number, email],
  );
  return rowCount === 1;
};

/** True if the billing email is the verified address of the account that placed the order. */
export const isBilledToOwner = async (database: Queryable, number: string): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'order-billed-to-owner',
    text: "SELECT 1 FROM orders o JOIN accounts a ON a.id = o.account_id WHERE o.number = $1 AND lower(trim(o.billing ->> 'email')) = a.email",
    values: [number],
  });
  return rowCount === 1;
};

/** Orders placed before these dates count as unpaid. */
export interface UnpaidCutoffs {
  /** For orders that are paid online. */
  readonly online: Date;
  readonly transfer: Date;
}

const MAX_UNPAID_BATCH = 1_000;

/** Returns the numbers of overdue orders, oldest first. */
export const findUnpaidOrders = async (database: Queryable, { online, transfer }: UnpaidCutoffs): Promise<string[]> => {
  const { rows } = await database.query<{ number: string }>(
    `SELECT number FROM orders WHERE (status = 'pending-payment' AND created_at <= $1) OR (status = 'on-hold' AND created_at <= $2) ORDER BY created_at LIMIT ${MAX_UNPAID_BATCH}`,
    [online, transfer],
  );
  return rows.map(({ number }) => number);
};

/** Returns the owner without authorization. For background jobs and commands, never for requests. */
export const findOrderOwner = async (database: Queryable, number: string): Promise<OrderOwner | undefined> => {
  const { rows } = await database.query<{ accountId: string | null }>(
    'SELECT account_id AS "accountId" FROM orders WHERE number = $1',
    [number],
  );
  return rows[0] && { accountId: rows[0].accountId, guestNumbers: [number] };
};

/**
 * Cancels an order that is cancelable (or still unpaid, with `onlyUnpaid`) in one statement. Of two concurrent calls,
 * one returns true.
 */
export const markCanceled = async (
  database: Queryable,
  number: string,
  owner: OrderOwner,
  { onlyUnpaid = false } = {},
): Promise<boolean> => {
  const canceled = await database.query(
    `UPDATE orders SET status = 'canceled' WHERE ${OWNED_SQL} AND status IN (${onlyUnpaid ? UNPAID_STATUSES : CANCELABLE_STATUSES})`,
    [number, owner.accountId, owner.guestNumbers],
  );
  return canceled.rowCount === 1;
};

/** Locks an order until the transaction ends, which serializes changes of its status. */
export const lockOrder = async (
  connection: Queryable,
  number: string,
): Promise<{ readonly status: OrderStatus } | undefined> => {
  const { rows } = await connection.query<{ status: OrderStatus }>(
    'SELECT status FROM orders WHERE number = $1 FOR UPDATE',
    [number],
  );
  return rows[0];
};

/** Marks an order on hold as paid by bank transfer. */
export const markTransferReceived = async (connection: Queryable, number: string): Promise<void> => {
  await connection.query(
    "UPDATE orders SET status = 'processing', payment_instructions = '' WHERE number = $1 AND status = 'on-hold'",
    [number],
  );
};

/** Marks an order as shipped. Removes the payment instructions if it was on hold. */
export const markShipped = async (connection: Queryable, number: string): Promise<void> => {
  await connection.query(
    `UPDATE orders SET status = 'shipped', payment_instructions = CASE WHEN status = 'on-hold' THEN '' ELSE payment_instructions END WHERE number = $1`,
    [number],
  );
};

/** Filter of the operator's order list; null matches all. */
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
         (SELECT sum(l.quantity)::int FROM order_lines l WHERE l.order_id = orders.id) AS pieces
       FROM orders WHERE ${conditions} ORDER BY id DESC LIMIT $5 OFFSET $6) o`,
    [...values, filter.pageSize, (filter.page - 1) * filter.pageSize],
  );
  const { rows: counts } = await database.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM orders WHERE ${conditions}`,
    values,
  );
  return { items: rows.map(({ order }) => order), total: counts[0]?.total ?? 0 };
};
