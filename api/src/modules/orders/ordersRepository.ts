import { ORDERS_PER_PAGE, type Billing, type Order, type OrderItemInput, type OrderList, type OrderStatus, type OrderSummary, type PaymentMethod, type PostalAddress } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';

/** What can be sold under an id now; a product with variants is sold by variant only. */
export interface Sellable {
  readonly productId: string;
  readonly variantId: string | null;
  readonly sku: string;
  readonly name: string;
  readonly image: string;
  readonly priceCents: number;
  readonly stock: number;
}

export const findSellables = async (database: Queryable, items: readonly OrderItemInput[]): Promise<Sellable[]> => {
  const { rows } = await database.query<Sellable>({
    name: 'sellables',
    text: `SELECT p.id AS "productId", v.id AS "variantId", coalesce(v.sku, p.sku) AS sku,
             CASE WHEN v.id IS NULL THEN p.name ELSE p.name || ', ' || v.name END AS name, p.image,
             coalesce(v.price_cents, p.price_cents) AS "priceCents", coalesce(v.stock, p.stock) AS stock
           FROM products p LEFT JOIN product_variants v ON v.product_id = p.id WHERE p.id = ANY($1::text[])`,
    values: [items.map((item) => item.product_id)],
  });
  return rows;
};

/** Takes stock where there is enough; false where there is not. The condition and the change are one statement. */
export const takeStock = async (database: Queryable, productId: string, variantId: string | null, quantity: number): Promise<boolean> => {
  const taken =
    variantId === null
      ? await database.query('UPDATE products SET stock = stock - $2 WHERE id = $1 AND stock >= $2', [productId, quantity])
      : await database.query('UPDATE product_variants SET stock = stock - $3 WHERE product_id = $1 AND id = $2 AND stock >= $3', [productId, variantId, quantity]);
  return taken.rowCount === 1;
};

/** Gives back what an order took; what is not sold any more has no stock to go back to. */
export const returnStock = async (database: Queryable, productId: string, variantId: string | null, quantity: number): Promise<void> => {
  if (variantId === null) await database.query('UPDATE products SET stock = stock + $2 WHERE id = $1', [productId, quantity]);
  else await database.query('UPDATE product_variants SET stock = stock + $3 WHERE product_id = $1 AND id = $2', [productId, variantId, quantity]);
};

export interface NewOrder {
  readonly number: string;
  /** Null for a guest's. */
  readonly accountId: string | null;
  readonly status: OrderStatus;
  readonly totalCents: number;
  readonly paymentMethod: PaymentMethod;
  readonly paymentInstructions: string;
  readonly billing: Billing;
  readonly shippingAddress: PostalAddress | null;
  readonly lines: readonly (Sellable & { readonly quantity: number })[];
  readonly createdAt: Date;
}

export const insertOrder = async (database: Queryable, order: NewOrder): Promise<void> => {
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at, account_id, shipping_address)
     VALUES ($1, $2, 'USD', $3, 0, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      order.number, order.status, order.totalCents, order.paymentMethod, order.paymentInstructions, JSON.stringify(order.billing), order.createdAt,
      order.accountId, order.shippingAddress === null ? null : JSON.stringify(order.shippingAddress),
    ],
  );
  await database.query(
    `INSERT INTO order_lines (order_id, position, product_id, variant_id, sku, name, image, unit_price_cents, quantity)
     SELECT $1, l.position, l."productId", l."variantId", l.sku, l.name, l.image, l."priceCents", l.quantity
     FROM json_to_recordset($2::json) AS l(position int, "productId" text, "variantId" text, sku text, name text, image text, "priceCents" int, quantity int)`,
    [rows[0]?.id, JSON.stringify(order.lines.map((line, position) => ({ ...line, position })))],
  );
};

/** Reserves a key for a body. Answers what the key already holds, or undefined when it is new. */
export const reserveIdempotencyKey = async (
  database: Queryable,
  key: string,
  bodyHash: string,
  now: Date,
): Promise<{ readonly bodyHash: string; readonly orderNumber: string | null } | undefined> => {
  // While another transaction holds the same new key, this waits for its end.
  const inserted = await database.query(
    'INSERT INTO idempotency_keys (key, body_hash, created_at) VALUES ($1, $2, $3) ON CONFLICT (key) DO NOTHING',
    [key, bodyHash, now],
  );
  if (inserted.rowCount === 1) return undefined;
  const { rows } = await database.query<{ bodyHash: string; orderNumber: string | null }>(
    'SELECT body_hash AS "bodyHash", order_number AS "orderNumber" FROM idempotency_keys WHERE key = $1',
    [key],
  );
  return rows[0];
};

export const completeIdempotencyKey = async (database: Queryable, key: string, orderNumber: string): Promise<void> => {
  await database.query('UPDATE idempotency_keys SET order_number = $2 WHERE key = $1', [key, orderNumber]);
};

/** Not on its way yet. */
const CANCELLABLE = "'on-hold', 'pending-payment', 'processing'";

/** An instant as the contract writes it. */
const INSTANT_SQL = `to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at`;

const ORDER_SQL = `
  SELECT row_to_json(o) AS "order" FROM (
    SELECT number, status, ${INSTANT_SQL}, currency,
      subtotal_cents / 100.0 AS subtotal, discount_cents / 100.0 AS discount, 0 AS shipping, total_cents / 100.0 AS total,
      payment_method, payment_instructions, billing, shipping_address, status IN (${CANCELLABLE}) AS cancellable,
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
  const total = rows[0]?.total ?? (page === 1 ? 0 : (await database.query<{ total: number }>('SELECT count(*)::int AS total FROM orders WHERE account_id = $1', [accountId])).rows[0]?.total ?? 0);
  return { items: rows.map(({ order }) => order), total, page, pageSize: ORDERS_PER_PAGE };
};

/** Cancels what can be cancelled, in one statement: of two at once, one gets true. */
export const markCancelled = async (database: Queryable, number: string, owner: OrderOwner): Promise<boolean> => {
  const cancelled = await database.query(`UPDATE orders SET status = 'cancelled' WHERE ${OWNED_SQL} AND status IN (${CANCELLABLE})`, [number, owner.accountId, owner.guestNumbers]);
  return cancelled.rowCount === 1;
};
