import type { Billing, Order, OrderItemInput, OrderStatus, PaymentMethod } from '@shop/shared/contracts';
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

export interface NewOrder {
  readonly number: string;
  readonly status: OrderStatus;
  readonly totalCents: number;
  readonly paymentMethod: PaymentMethod;
  readonly paymentInstructions: string;
  readonly billing: Billing;
  readonly lines: readonly (Sellable & { readonly quantity: number })[];
  readonly createdAt: Date;
}

export const insertOrder = async (database: Queryable, order: NewOrder): Promise<void> => {
  const { rows } = await database.query<{ id: number }>(
    `INSERT INTO orders (number, status, currency, subtotal_cents, discount_cents, total_cents, payment_method, payment_instructions, billing, created_at)
     VALUES ($1, $2, 'USD', $3, 0, $3, $4, $5, $6, $7) RETURNING id`,
    [order.number, order.status, order.totalCents, order.paymentMethod, order.paymentInstructions, JSON.stringify(order.billing), order.createdAt],
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

const ORDER_SQL = `
  SELECT row_to_json(o) AS "order" FROM (
    SELECT number, status, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS created_at, currency,
      subtotal_cents / 100.0 AS subtotal, discount_cents / 100.0 AS discount, 0 AS shipping, total_cents / 100.0 AS total,
      payment_method, payment_instructions, billing,
      (SELECT json_agg(json_build_object('product_id', l.product_id, 'variant_id', l.variant_id, 'sku', l.sku, 'name', l.name, 'image', l.image,
         'unit_price', l.unit_price_cents / 100.0, 'quantity', l.quantity, 'line_total', l.unit_price_cents * l.quantity / 100.0) ORDER BY l.position)
       FROM order_lines l WHERE l.order_id = orders.id) AS lines
    FROM orders WHERE number = $1) o`;

export const findOrder = async (database: Queryable, number: string): Promise<Order | undefined> => {
  const { rows } = await database.query<{ order: Order }>({ name: 'order', text: ORDER_SQL, values: [number] });
  return rows[0]?.order;
};
