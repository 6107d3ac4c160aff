import {
  ORDERS_PER_PAGE,
  type Billing,
  type CurrencyCode,
  type Order,
  type OrderItemInput,
  type OrderLine,
  type OrderList,
  type OrderStatus,
  type OrderSummary,
  type PaymentMethod,
  type PostalAddress,
} from '@shop/contracts';
import { describeArrival } from '@shop/contracts/arrival';
import type { Queryable } from '../../database/Database';
import { hasFeature, hasFeatureSql } from '../catalog/hasFeature';
import type { SoldLine } from '../cart/priceItems';
import { DELIVERY_SQL, type StoredSlot } from '../delivery/deliveryRepository';
import { describeTime } from '../delivery/describeSlot';
import { SELLABLE_COLUMNS_SQL, type Sellable } from '../cart/sellablesRepository';
import { findPaymentLabel } from '../payments/paymentOptions';
import { describeNextStep } from './describeNextStep';
import { listOrderNotes } from './listOrderNotes';
import {
  buildPaidSql,
  buildUnpaidSql,
  CANCELABLE_SQL,
  FORGOTTEN_HOLD_SQL,
  UNCONFIRMED_SQL,
  WAITING_SQL,
} from './orderStatus';

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
  /** When it is canceled unless it is paid or confirmed; null for never. */
  readonly heldUntil: Date | null;
  /** Whose share of the stock it holds; empty if it is paid. */
  readonly holders: readonly string[];
  /** Null without food. */
  readonly deliverySlotId: number | null;
  /** The published version of the terms; null for those that were compiled. */
  readonly termsId: number | null;
}

/** The report that comes with a line, as it is when it is sold. */
const findReport = (line: SoldLine): OrderLine['certification'] => {
  const { certification } = line.storeFeatures;
  if (!certification || !hasFeature(line.store, 'certification')) return null;
  return { laboratory: certification.laboratory, reportNumber: certification.reportNumber };
};

/** Inserts an order with its lines in one statement. */
export const insertOrder = async (database: Queryable, order: NewOrder): Promise<void> => {
  const { discountCents, subtotalCents, shippingAddress, lines } = order;
  await database.query({
    name: 'insert order',
    text: `WITH placed AS (
      INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at,
        account_id, shipping_address, coupon_code, display_currency, exchange_rate, held_until, holds_stock, delivery_slot_id, terms_id, accepted_at)
      VALUES ($1, $2, 'USD', $3, $4, $3::int - $4::int, $5, $6, $7, $8, $9, $10, $11, $12, $13, $15, cardinality($16::text[]) > 0, $17, $18, CASE WHEN $2 = 'processing' THEN $8::timestamptz END) RETURNING id),
    holding AS (INSERT INTO order_holders (order_id, holder) SELECT placed.id, unnest($16::text[]) FROM placed)
    INSERT INTO order_lines (order_id, position, product_id, variant_id, sku, name, image, unit_price_cents, quantity, choices, choices_cents, substitution, certification, measure)
    SELECT placed.id, l.position, l."productId", l."variantId", l.sku, l.name, l.image, l."priceCents", l.quantity, l.choices, coalesce(l."choicesCents", 0), l.substitution, l.certification, l.measure
    FROM placed, json_to_recordset($14::json) AS l(position int, "productId" text, "variantId" text, sku text, name text, image text, "priceCents" int, quantity int, choices jsonb, "choicesCents" int, substitution text, certification jsonb, measure jsonb)`,
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
      JSON.stringify(lines.map((line, position) => ({ ...line, certification: findReport(line), position }))),
      order.heldUntil,
      order.holders,
      order.deliverySlotId,
      order.termsId,
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

/** Timestamp in the contract's format. */
export const formatInstantSql = (instant: string): string =>
  `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
export const CREATED_AT_SQL = `${formatInstantSql('created_at')} AS created_at`;

export const ORDER_COLUMNS_SQL = `
    number, status, ${CREATED_AT_SQL}, currency,
      subtotal_cents / 100.0 AS subtotal, discount_cents / 100.0 AS discount, coupon_code, 0 AS shipping, total_cents / 100.0 AS total,
      display_currency, exchange_rate::float8 AS exchange_rate,
      payment_method, (SELECT p.provider FROM payments p WHERE p.order_number = orders.number ORDER BY p.created_at DESC LIMIT 1) AS payment_provider, payment_instructions, billing, shipping_address, (${CANCELABLE_SQL} AND NOT EXISTS (SELECT FROM shipments s WHERE s.order_number = orders.number)) AS cancelable, status = 'pending-payment' AS payable,
      status = 'pending-payment' AND (SELECT bool_and(p.status = 'failed') FROM payments p WHERE p.order_number = orders.number) IS TRUE AS payment_declined,
      (SELECT json_agg(json_build_object('product_id', l.product_id, 'variant_id', l.variant_id, 'sku', l.sku, 'name', l.name, 'image', l.image, 'choices', coalesce(l.choices, '{}'), 'choices_price', l.choices_cents / 100.0, 'certification', l.certification,
         'unit_price', l.unit_price_cents / 100.0, 'quantity', l.quantity, 'measure', l.measure, 'line_total', l.unit_price_cents * l.quantity / 100.0, 'substitution', l.substitution) ORDER BY l.position)
       FROM order_lines l WHERE l.order_id = orders.id) AS lines,
      (SELECT coalesce(json_agg(json_build_object('lines', s.lines, 'carrier', s.carrier, 'tracking', s.tracking,
         'sent_at', ${formatInstantSql('s.sent_at')}, 'delivered_at', ${formatInstantSql('s.delivered_at')}) ORDER BY s.id), '[]')
       FROM shipments s WHERE s.order_number = orders.number) AS shipments,
      (SELECT coalesce(json_agg(json_build_object('amount', r.amount_cents / 100.0, 'currency', r.currency, 'state', r.state, 'lines', r.lines,
         'at', ${formatInstantSql('r.created_at')}) ORDER BY r.created_at, r.id), '[]')
       FROM refunds r WHERE r.order_number = orders.number AND r.state <> 'canceled') AS refunds,
      ${formatInstantSql('accepted_at')} AS accepted_at,
      EXISTS (SELECT FROM order_lines l JOIN products p ON p.id = l.product_id WHERE l.order_id = orders.id AND NOT ${hasFeatureSql('delivery-slot', 'p.store')}) AS has_parcel,
      (SELECT ${DELIVERY_SQL} FROM delivery_slots s JOIN delivery_areas a ON a.id = s.area_id WHERE s.id = orders.delivery_slot_id) AS delivery`;

export type StoredOrder = Omit<Order, 'delivery' | 'arrival' | 'payment_label'> & {
  /** Of its last payment; null before the first. */
  readonly payment_provider: string | null;
  readonly delivery: Pick<StoredSlot, 'day' | 'from' | 'to'> | null;
  /** ISO 8601 instant. */
  readonly accepted_at: string | null;
  /** Whether a carrier brings a piece of it. */
  readonly has_parcel: boolean;
};

/** The owner of an order: an account, or for guest orders the browser that stores its number. */
export interface OrderOwner {
  readonly accountId: string | null;
  readonly guestNumbers: readonly string[];
}

const OWNED_SQL = 'number = $1 AND (account_id = $2 OR (account_id IS NULL AND number = ANY($3::text[])))';

/** Null unless it is being packed for an address in the US: how long carriers take elsewhere is not known. */
const findArrival = (order: Omit<StoredOrder, 'payment_provider'>): string | null => {
  const { accepted_at: acceptedAt, has_parcel: hasParcel, status, lines } = order;
  const isDomestic = (order.shipping_address ?? order.billing).country === 'US';
  if (status !== 'processing' || acceptedAt === null || !hasParcel || !isDomestic) return null;
  const isEngraved = lines.some(({ choices }) => choices?.engraving);
  return describeArrival(new Date(acceptedAt), { isEngraved });
};

export const toOrder = ({ accepted_at, has_parcel, payment_provider, ...stored }: StoredOrder): Order => {
  const label = findPaymentLabel(payment_provider);
  const order = {
    ...stored,
    ...(label !== undefined && { payment_label: label }),
    delivery: stored.delivery && describeTime(stored.delivery),
    arrival: findArrival({ accepted_at, has_parcel, ...stored }),
  };
  return { ...order, notes: listOrderNotes(order), next_step: describeNextStep(order) };
};

export const findOrder = async (database: Queryable, number: string, owner: OrderOwner): Promise<Order | undefined> => {
  const { rows } = await database.query<{ order: StoredOrder }>({
    name: 'order',
    text: `SELECT row_to_json(o) AS "order" FROM (SELECT ${ORDER_COLUMNS_SQL} FROM orders WHERE ${OWNED_SQL}) o`,
    values: [number, owner.accountId, owner.guestNumbers],
  });
  return rows[0] && toOrder(rows[0].order);
};

/** Returns a page of an account's orders, newest first. */
export const findOrders = async (database: Queryable, accountId: string, page: number): Promise<OrderList> => {
  const { rows } = await database.query<{ order: OrderSummary; total: number }>({
    name: 'orders',
    text: `SELECT row_to_json(o) AS "order", (SELECT count(*)::int FROM orders WHERE account_id = $1) AS total FROM (
      SELECT number, status, ${CREATED_AT_SQL}, total_cents / 100.0 AS total,
        (SELECT json_agg(json_build_object('product_id', l.product_id, 'variant_id', l.variant_id, 'choices', coalesce(l.choices, '{}'), 'name', l.name, 'image', l.image, 'quantity', l.quantity, 'measure', l.measure) ORDER BY l.position)
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

const MAX_UNPAID_BATCH = 1_000;

/** Deadlines of orders from before they were stored. */
export const HELD_UNTIL_SQL =
  "coalesce(held_until, created_at + CASE status WHEN 'on-hold' THEN interval '168 hours' ELSE interval '24 hours' END)";

/** Confirms a guest's cash order before its deadline. `instructions` no longer ask for it. */
export const confirmOrder = async (
  database: Queryable,
  number: string,
  instructions: string,
  now: Date,
): Promise<void> => {
  await database.query(
    `UPDATE orders SET held_until = NULL, payment_instructions = $2 WHERE number = $1 AND ${UNCONFIRMED_SQL} AND held_until > $3`,
    [number, instructions, now],
  );
};

/** Returns the numbers of overdue orders, oldest first. */
export const findUnpaidOrders = async (database: Queryable, now: Date): Promise<string[]> => {
  const { rows } = await database.query<{ number: string }>(
    // One condition for each of the partial indexes.
    `SELECT number FROM orders WHERE ${buildUnpaidSql(`${HELD_UNTIL_SQL} <= $1`)} OR (${UNCONFIRMED_SQL} AND held_until <= $1)
     ORDER BY created_at LIMIT ${MAX_UNPAID_BATCH}`,
    [now],
  );
  return rows.map(({ number }) => number);
};

/** The pieces of a product that a holder's orders hold, and their value together. */
export interface Holding {
  readonly holder: string;
  readonly productId: string;
  readonly quantity: number;
  readonly cents: number;
}

/**
 * Finds what an order's items cost, locks its holders until the transaction ends, and returns what their orders hold.
 * One query, because each further one costs a tenth of the throughput.
 */
export const findSellablesAndHoldings = async (
  connection: Queryable,
  items: readonly Pick<OrderItemInput, 'product_id'>[],
  holders: readonly string[],
): Promise<{ readonly sellables: readonly Sellable[]; readonly holdings: readonly Holding[] }> => {
  const { rows } = await connection.query<{ sellable: Sellable; holdings: readonly Holding[] }>({
    name: 'sellables and holdings',
    text: `WITH held AS MATERIALIZED (
        SELECT coalesce(json_agg(json_build_object('holder', holder, 'productId', product_id, 'quantity', quantity, 'cents', cents)), '[]') AS holdings
        FROM lock_holdings($2::text[]))
      SELECT row_to_json(s) AS sellable, held.holdings FROM held, (
        SELECT ${SELLABLE_COLUMNS_SQL} FROM products p LEFT JOIN product_variants v ON v.product_id = p.id WHERE p.id = ANY($1::text[]) AND p.status = 'published') s`,
    values: [items.map((item) => item.product_id), holders],
  });
  return { sellables: rows.map(({ sellable }) => sellable), holdings: rows[0]?.holdings ?? [] };
};

/** True if the account has paid for an order: one that a coupon covers shows nothing of its customer. */
export const hasPaidOrder = async (database: Queryable, accountId: string): Promise<boolean> =>
  (
    await database.query({
      name: 'paid order',
      text: `SELECT 1 FROM orders WHERE account_id = $1 AND ${buildPaidSql()} AND total_cents > 0 LIMIT 1`,
      values: [accountId],
    })
  ).rowCount === 1;

/** Marks that an order no longer holds stock. Returns false if it held none. */
export const clearHold = async (connection: Queryable, number: string): Promise<boolean> => {
  const { rowCount } = await connection.query(
    `WITH cleared AS (UPDATE orders SET holds_stock = false WHERE number = $1 AND holds_stock RETURNING id),
     forgotten AS (DELETE FROM order_holders WHERE order_id IN (SELECT id FROM cleared))
     SELECT 1 FROM cleared`,
    [number],
  );
  return rowCount === 1;
};

/** Returns the numbers of orders that hold stock although they are paid, shipped or canceled. */
export const findForgottenHolds = async (database: Queryable): Promise<string[]> => {
  const { rows } = await database.query<{ number: string }>(`SELECT number FROM orders WHERE ${FORGOTTEN_HOLD_SQL}`);
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

/** True if the order is still unpaid, or unconfirmed. */
export const isStillUnpaid = async (connection: Queryable, number: string): Promise<boolean> =>
  (await connection.query(`SELECT 1 FROM orders WHERE number = $1 AND ${WAITING_SQL}`, [number])).rowCount === 1;

export interface LockedOrder {
  readonly status: OrderStatus;
  readonly createdAt: Date;
  /** When it is canceled, if it is still unpaid then. */
  readonly heldUntil: Date;
  /** Paid in cash, and its guest has not confirmed it. */
  readonly isUnconfirmed: boolean;
  readonly addressVersion: number;
}

/** Locks an order until the transaction ends, which serializes changes of its status. */
export const lockOrder = async (connection: Queryable, number: string): Promise<LockedOrder | undefined> => {
  const { rows } = await connection.query<LockedOrder>(
    `SELECT status, created_at AS "createdAt", ${HELD_UNTIL_SQL} AS "heldUntil", ${UNCONFIRMED_SQL} AS "isUnconfirmed", address_version AS "addressVersion" FROM orders WHERE number = $1 FOR UPDATE`,
    [number],
  );
  return rows[0];
};

/** Sets the status of a locked order. One that is settled no longer asks for its payment. `acceptedAt` is set once. */
export const setOrderStatus = async (
  connection: Queryable,
  number: string,
  status: OrderStatus,
  acceptedAt: Date | null,
): Promise<void> => {
  await connection.query(
    `UPDATE orders SET status = $2, accepted_at = coalesce(accepted_at, $3),
       payment_instructions = CASE WHEN $3::timestamptz IS NULL THEN payment_instructions ELSE '' END WHERE number = $1`,
    [number, status, acceptedAt],
  );
};

/** Sets when an unpaid order is canceled. */
export const setHeldUntil = async (
  connection: Queryable,
  number: string,
  { heldUntil, instructions }: { readonly heldUntil: Date; readonly instructions: string },
): Promise<void> => {
  await connection.query('UPDATE orders SET held_until = $2, payment_instructions = $3 WHERE number = $1', [
    number,
    heldUntil,
    instructions,
  ]);
};

/** Sets where a locked order goes. */
export const setShippingAddress = async (
  connection: Queryable,
  number: string,
  address: PostalAddress,
): Promise<void> => {
  await connection.query(
    'UPDATE orders SET shipping_address = $2, address_version = address_version + 1 WHERE number = $1',
    [number, JSON.stringify(address)],
  );
};
