import type { Queryable } from '../../database/Database';

/** Null matches all. */
export interface SlotFilter {
  readonly area: string | null;
  readonly page: number;
  readonly pageSize: number;
}

export interface ListedSlot {
  readonly id: number;
  readonly area: string;
  /** `2026-11-27 08:00` in the area's time zone, as are the other times. */
  readonly starts: string;
  readonly ends: string;
  readonly order_until: string;
  readonly capacity: number;
  readonly taken: number;
  /** Places that shoppers at the checkout hold. */
  readonly held: number;
  readonly closed: boolean;
  /** Too late to order. */
  readonly late: boolean;
}

const toLocal = (instant: string): string => `to_char(${instant} AT TIME ZONE a.time_zone, 'YYYY-MM-DD HH24:MI')`;

/** Returns a page of the slots that are not over, earliest first. For staff, never for shoppers. */
export const findAllSlots = async (
  database: Queryable,
  { area, page, pageSize }: SlotFilter,
  now: Date,
): Promise<{ readonly items: ListedSlot[]; readonly total: number }> => {
  const matches = 's.ends_at > $1 AND ($2::text IS NULL OR s.area_id = $2)';
  const { rows } = await database.query<{ slot: ListedSlot; total: number }>(
    `SELECT row_to_json(o) AS slot, (SELECT count(*)::int FROM delivery_slots s WHERE ${matches}) AS total FROM (
       SELECT s.id, s.area_id AS area, ${toLocal('s.starts_at')} AS starts, ${toLocal('s.ends_at')} AS ends, ${toLocal('s.cutoff_at')} AS order_until, s.capacity, s.taken,
         (SELECT count(*)::int FROM delivery_holds h WHERE h.slot_id = s.id AND h.held_until > $1) AS held, s.closed,
         s.cutoff_at <= $1 AS late
       FROM delivery_slots s JOIN delivery_areas a ON a.id = s.area_id
       WHERE ${matches} ORDER BY s.starts_at, s.area_id LIMIT $3 OFFSET $4) o`,
    [now, area, pageSize, (page - 1) * pageSize],
  );
  return { items: rows.map(({ slot }) => slot), total: rows[0]?.total ?? 0 };
};

/** Returns the ids of all areas. */
export const listAreaIds = async (database: Queryable): Promise<string[]> =>
  (await database.query<{ id: string }>('SELECT id FROM delivery_areas ORDER BY id')).rows.map(({ id }) => id);

export interface LockedSlot {
  readonly taken: number;
  readonly capacity: number;
  readonly closed: boolean;
}

/** Locks a slot until the transaction ends. */
export const lockListedSlot = async (connection: Queryable, id: number): Promise<LockedSlot | undefined> =>
  (
    await connection.query<LockedSlot>('SELECT taken, capacity, closed FROM delivery_slots WHERE id = $1 FOR UPDATE', [
      id,
    ])
  ).rows[0];

export const updateSlot = async (
  connection: Queryable,
  id: number,
  { capacity, closed }: Pick<LockedSlot, 'capacity' | 'closed'>,
): Promise<void> => {
  await connection.query('UPDATE delivery_slots SET capacity = $2, closed = $3 WHERE id = $1', [id, capacity, closed]);
};

/** Returns the id of a slot's area. */
export const findAreaOfSlot = async (database: Queryable, id: number): Promise<string | undefined> =>
  (await database.query<{ area: string }>('SELECT area_id AS area FROM delivery_slots WHERE id = $1', [id])).rows[0]
    ?.area;
