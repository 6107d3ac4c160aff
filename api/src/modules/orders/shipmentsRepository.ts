import type { Queryable } from '../../database/Database';

/** Pieces of an order's line. */
export interface Pieces {
  readonly position: number;
  readonly quantity: number;
}

export interface StoredShipment {
  readonly id: number;
  readonly lines: readonly Pieces[];
  readonly carrier: string;
  readonly tracking: string;
  readonly sentAt: Date;
  readonly deliveredAt: Date | null;
  readonly version: number;
}

const COLUMNS = `id, lines, carrier, tracking, sent_at AS "sentAt", delivered_at AS "deliveredAt", version`;

export const insertShipment = async (
  connection: Queryable,
  orderNumber: string,
  { lines, carrier, tracking }: Pick<StoredShipment, 'lines' | 'carrier' | 'tracking'>,
  now: Date,
): Promise<number> => {
  const { rows } = await connection.query<{ id: number }>(
    'INSERT INTO shipments (order_number, lines, carrier, tracking, sent_at) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [orderNumber, JSON.stringify(lines), carrier, tracking, now],
  );
  return rows[0]?.id ?? 0;
};

/** Returns the shipments of an order, oldest first. */
export const findShipments = async (connection: Queryable, orderNumber: string): Promise<StoredShipment[]> => {
  const { rows } = await connection.query<StoredShipment>(
    `SELECT ${COLUMNS} FROM shipments WHERE order_number = $1 ORDER BY id`,
    [orderNumber],
  );
  return rows;
};

/** Locks a shipment of an order until the transaction ends. */
export const lockShipment = async (
  connection: Queryable,
  orderNumber: string,
  id: number,
): Promise<StoredShipment | undefined> => {
  const { rows } = await connection.query<StoredShipment>(
    `SELECT ${COLUMNS} FROM shipments WHERE order_number = $1 AND id = $2 FOR UPDATE`,
    [orderNumber, id],
  );
  return rows[0];
};

export const updateShipment = async (
  connection: Queryable,
  id: number,
  { carrier, tracking, deliveredAt }: Pick<StoredShipment, 'carrier' | 'tracking' | 'deliveredAt'>,
): Promise<void> => {
  await connection.query(
    'UPDATE shipments SET carrier = $2, tracking = $3, delivered_at = $4, version = version + 1 WHERE id = $1',
    [id, carrier, tracking, deliveredAt],
  );
};
