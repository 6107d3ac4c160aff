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

/** Takes stock where there is enough; false where there is not. The condition and the change are one statement. */
export const takeStock = async (
  database: Queryable,
  productId: string,
  variantId: string | null,
  quantity: number,
): Promise<boolean> => {
  const taken =
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
  return taken.rowCount === 1;
};

/** Gives back what an order took; what is not sold any more has no stock to go back to. */
export const returnStock = async (
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
  /** Null for a guest's. */
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

/** The order and its lines, in one statement. */
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

interface KnownKey {
  readonly bodyHash: string;
  readonly orderNumber: string;
}

/**
 * Takes a key for an order that is about to be written. Answers what holds it already, or undefined when it is new: it
 * is written with the order or not at all.
 */
export const takeIdempotencyKey = async (
  database: Queryable,
  key: string,
  { bodyHash, orderNumber }: KnownKey,
  now: Date,
): Promise<KnownKey | undefined> => {
  // While another transaction holds the same new key, this waits for its end.
  const inserted = await database.query({
    name: 'take idempotency key',
    text: 'INSERT INTO idempotency_keys (key, body_hash, order_number, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING',
    values: [key, bodyHash, orderNumber, now],
  });
  if (inserted.rowCount === 1) return undefined;
  const { rows } = await database.query<KnownKey>(
    'SELECT body_hash AS "bodyHash", order_number AS "orderNumber" FROM idempotency_keys WHERE key = $1',
    [key],
  );
  return rows[0];
};

/** Waits for its money. */
const UNPAID = "'on-hold', 'pending-payment'";
/** Not on its way yet. */
const CANCELLABLE = "'on-hold', 'pending-payment', 'processing'";

/** An instant as the contract writes it. */
const INSTANT_SQL = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at`;

const ORDER_SQL = `
  SELECT row_to_json(o) AS "order" FROM (
    SELECT number, status, ${INSTANT_SQL}, currency,
      subtotal_cents / 100.0 AS subtotal, discount_cents / 100.0 AS discount, coupon_code, 0 AS shipping, total_cents / 100.0 AS total,
      display_currency, exchange_rate::float8 AS exchange_rate,
      payment_method, payment_instructions, billing, shipping_address, status IN (${CANCELLABLE}) AS cancellable, status = 'pending-payment' AS payable,
      (SELECT json_agg(json_build_object('product_id', l.product_id, 'variant_id', l.variant_id, 'sku', l.sku, 'name', l.name, 'image', l.image,
         'unit_price', l.unit_price_cents / 100.0, 'quantity', l.quantity, 'line_total', l.unit_price_cents * l.quantity / 100.0) ORDER BY l.position)
       FROM order_lines l WHERE l.order_id = orders.id) AS lines`;

/** Whoever placed an order: an account, or for a guest's order the browser that remembers its number. */
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

/** One page of an account's orders, newest first. */
export const findOrders = async (database: Queryable, accountId: string, page: number): Promise<OrderList> => {
  const { rows } = await database.query<{ order: OrderSummary; total: number }>({
    name: 'orders',
    text: `SELECT row_to_json(o) AS "order", (SELECT count(*)::int FROM orders WHERE account_id = $1) AS total FROM (
      SELECT number, status, ${INSTANT_SQL}, total_cents / 100.0 AS total,
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

/** Whether an order number and an e-mail address belong to one guest's order. */
export const isGuestOrderOf = async (database: Queryable, number: string, email: string): Promise<boolean> => {
  const { rowCount } = await database.query(
    "SELECT 1 FROM orders WHERE number = $1 AND account_id IS NULL AND lower(trim(billing ->> 'email')) = $2",
    [number, email],
  );
  return rowCount === 1;
};

/**
 * Whether the address it was placed with is that of the account that placed it: nobody else has confirmed that it is
 * theirs.
 */
export const isBilledToOwner = async (database: Queryable, number: string): Promise<boolean> => {
  const { rowCount } = await database.query({
    name: 'order-billed-to-owner',
    text: "SELECT 1 FROM orders o JOIN accounts a ON a.id = o.account_id WHERE o.number = $1 AND lower(trim(o.billing ->> 'email')) = a.email",
    values: [number],
  });
  return rowCount === 1;
};

/** Until when an order had to be placed to count as never paid. */
export interface UnpaidSince {
  /** To be paid on the page of a payment provider. */
  readonly online: Date;
  readonly transfer: Date;
}

const MAX_UNPAID_AT_ONCE = 1_000;

/** Numbers of orders whose payment never came, oldest first. */
export const findUnpaidOrders = async (database: Queryable, { online, transfer }: UnpaidSince): Promise<string[]> => {
  const { rows } = await database.query<{ number: string }>(
    `SELECT number FROM orders WHERE (status = 'pending-payment' AND created_at <= $1) OR (status = 'on-hold' AND created_at <= $2) ORDER BY created_at LIMIT ${MAX_UNPAID_AT_ONCE}`,
    [online, transfer],
  );
  return rows.map(({ number }) => number);
};

/** Whoever it belongs to: for the shop's own work, never for a visitor's. */
export const findOrderOwner = async (database: Queryable, number: string): Promise<OrderOwner | undefined> => {
  const { rows } = await database.query<{ accountId: string | null }>(
    'SELECT account_id AS "accountId" FROM orders WHERE number = $1',
    [number],
  );
  return rows[0] && { accountId: rows[0].accountId, guestNumbers: [number] };
};

/**
 * Cancels what can be cancelled, or only what still waits for its payment, in one statement: of two at once, one gets
 * true.
 */
export const markCancelled = async (
  database: Queryable,
  number: string,
  owner: OrderOwner,
  { onlyUnpaid = false } = {},
): Promise<boolean> => {
  const cancelled = await database.query(
    `UPDATE orders SET status = 'cancelled' WHERE ${OWNED_SQL} AND status IN (${onlyUnpaid ? UNPAID : CANCELLABLE})`,
    [number, owner.accountId, owner.guestNumbers],
  );
  return cancelled.rowCount === 1;
};

/** The state of an order, held until the transaction ends: whoever changes it takes turns. */
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

/** The bank transfer of an order on hold has arrived. */
export const markTransferArrived = async (connection: Queryable, number: string): Promise<void> => {
  await connection.query(
    "UPDATE orders SET status = 'processing', payment_instructions = '' WHERE number = $1 AND status = 'on-hold'",
    [number],
  );
};

/** An order is on its way; of one that was to be paid by transfer nothing is to pay any more. */
export const markShipped = async (connection: Queryable, number: string): Promise<void> => {
  await connection.query(
    `UPDATE orders SET status = 'shipped', payment_instructions = CASE WHEN status = 'on-hold' THEN '' ELSE payment_instructions END WHERE number = $1`,
    [number],
  );
};

/** What an operator asks of the orders of everybody; null asks nothing. */
export interface OrdersQuestion {
  readonly status: OrderStatus | null;
  readonly since: Date | null;
  /** As normalizeEmail writes it. */
  readonly email: string | null;
  /** Only those with money that is to be sent back. */
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
  /** Whether money is to be sent back. */
  readonly refund_due: boolean;
}

/** One page of everybody's orders, newest first: for the shop's own work, never for a visitor's. */
export const findAllOrders = async (
  database: Queryable,
  question: OrdersQuestion,
): Promise<{ readonly items: ListedOrder[]; readonly total: number }> => {
  const refundDue =
    "EXISTS (SELECT 1 FROM payments p WHERE p.order_number = orders.number AND p.status = 'refund-due')";
  const asked = `($1::text IS NULL OR status = $1) AND ($2::timestamptz IS NULL OR created_at >= $2)
    AND ($3::text IS NULL OR lower(trim(billing ->> 'email')) = $3) AND (NOT $4::boolean OR ${refundDue})`;
  const values = [question.status, question.since, question.email, question.owed];
  const { rows } = await database.query<{ order: ListedOrder }>(
    `SELECT row_to_json(o) AS "order" FROM (
       SELECT number, status, ${INSTANT_SQL}, billing ->> 'email' AS email, total_cents / 100.0 AS total, payment_method, ${refundDue} AS refund_due,
         (SELECT sum(l.quantity)::int FROM order_lines l WHERE l.order_id = orders.id) AS pieces
       FROM orders WHERE ${asked} ORDER BY id DESC LIMIT $5 OFFSET $6) o`,
    [...values, question.pageSize, (question.page - 1) * question.pageSize],
  );
  const { rows: counted } = await database.query<{ total: number }>(
    `SELECT count(*)::int AS total FROM orders WHERE ${asked}`,
    values,
  );
  return { items: rows.map(({ order }) => order), total: counted[0]?.total ?? 0 };
};
