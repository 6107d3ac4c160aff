import type { Queryable } from '../../database/Database';

/** As far ahead as slots can be chosen. */
const DAYS_AHEAD = 14;

/** A slot in words of its area's time zone. Hours are 0 to 24. */
export interface StoredSlot {
  readonly id: number;
  /** `Friday, November 27`. */
  readonly day: string;
  readonly from: number;
  readonly to: number;
  readonly cutoffDay: string;
  readonly cutoffHour: number;
  readonly free: boolean;
  readonly held: boolean;
}

export interface StoredArea {
  readonly id: string;
  readonly name: string;
  readonly minimumCents: number;
}

const HOUR_SQL = (instant: string): string => `extract(hour FROM ${instant} AT TIME ZONE a.time_zone)::int`;
const DAY_SQL = "to_char(s.starts_at AT TIME ZONE a.time_zone, 'FMDay, FMMonth FMDD')";

/** The words of an order's slot; `s` is the slot, `a` its area. */
export const DELIVERY_SQL = `json_build_object('day', ${DAY_SQL}, 'from', ${HOUR_SQL('s.starts_at')}, 'to', ${HOUR_SQL('s.ends_at')})`;

/** Places that others hold; `now` and `holder` are parameters. */
const held = (now: string, holder: string): string =>
  `(SELECT count(*) FROM delivery_holds h WHERE h.slot_id = s.id AND h.held_until > ${now} AND h.holder <> ${holder})`;

const CUTOFF_SQL = `to_char(s.cutoff_at AT TIME ZONE a.time_zone, 'FMDay') AS "cutoffDay", ${HOUR_SQL('s.cutoff_at')} AS "cutoffHour"`;

const SLOT_COLUMNS_SQL = `s.id, ${DAY_SQL} AS day, ${HOUR_SQL('s.starts_at')} AS "from", ${HOUR_SQL('s.ends_at')} AS "to",
  ${CUTOFF_SQL},
  s.taken + ${held('$1', '$2')} < s.capacity AS free,
  EXISTS (SELECT 1 FROM delivery_holds h WHERE h.slot_id = s.id AND h.held_until > $1 AND h.holder = $2) AS held`;

/**
 * When vans run from today on, as areas say; `$1` is now. Hours are those of the area's time zone, whatever its clocks
 * do.
 */
const RUNS_SQL = `SELECT a.id AS area_id, (d.day + make_interval(hours => r."from")) AT TIME ZONE a.time_zone AS starts_at,
    (d.day + make_interval(hours => r."to")) AT TIME ZONE a.time_zone AS ends_at,
    (d.day - make_interval(days => (r.cutoff ->> 'days_before')::int) + make_interval(hours => (r.cutoff ->> 'hour')::int)) AT TIME ZONE a.time_zone AS cutoff_at,
    r.capacity
  FROM delivery_areas a
  CROSS JOIN jsonb_to_recordset(a.runs) AS r(weekdays int[], "from" int, "to" int, capacity int, cutoff jsonb)
  CROSS JOIN generate_series(0, ${DAYS_AHEAD}) AS n
  CROSS JOIN LATERAL (SELECT (($1::timestamptz AT TIME ZONE a.time_zone)::date + n)::timestamp AS day) d
  WHERE a.removed_at IS NULL AND extract(isodow FROM d.day)::int = ANY(r.weekdays)`;

/** Adds the slots of the next 14 days. */
export const generateSlots = async (database: Queryable, now: Date): Promise<void> => {
  await database.query(
    `INSERT INTO delivery_slots (area_id, starts_at, ends_at, cutoff_at, capacity) ${RUNS_SQL} ON CONFLICT (area_id, starts_at) DO NOTHING`,
    [now],
  );
};

/** A slot as its area's runs say. */
interface PlannedSlot {
  readonly starts_at: Date;
  readonly ends_at: Date;
  readonly cutoff_at: Date;
  readonly capacity: number;
}

/** Returns the slots of the next 14 days as an area's runs say. */
export const planSlots = async (connection: Queryable, areaId: string, now: Date): Promise<PlannedSlot[]> =>
  (
    await connection.query<PlannedSlot>(
      `SELECT starts_at, ends_at, cutoff_at, capacity FROM (${RUNS_SQL}) planned WHERE area_id = $2`,
      [now, areaId],
    )
  ).rows;

/**
 * Brings the slots of an area that has changed to its runs; `before` were planned before. Slots of which nobody has a
 * place go; the others keep their hours, and are closed if no van runs then any more. A capacity that staff has given
 * to a slot stays.
 */
export const replanSlots = async (
  connection: Queryable,
  areaId: string,
  before: readonly PlannedSlot[],
  now: Date,
): Promise<void> => {
  const former = new Map(before.map((slot) => [slot.starts_at.getTime(), slot.capacity]));
  const planned = (await planSlots(connection, areaId, now)).map((slot) => ({
    ...slot,
    former: former.get(slot.starts_at.getTime()) ?? null,
  }));
  const values = [now, areaId, JSON.stringify(planned)];
  const isUnplanned = `area_id = $2 AND starts_at > $1
    AND NOT EXISTS (SELECT 1 FROM json_to_recordset($3::json) AS p(starts_at timestamptz) WHERE p.starts_at = s.starts_at)`;
  await connection.query(
    `DELETE FROM delivery_slots s WHERE ${isUnplanned} AND taken = 0
       AND NOT EXISTS (SELECT 1 FROM delivery_holds h WHERE h.slot_id = s.id AND h.held_until > $1)`,
    values,
  );
  await connection.query(`UPDATE delivery_slots s SET closed = true WHERE ${isUnplanned}`, values);
  await connection.query(
    `UPDATE delivery_slots s SET cutoff_at = p.cutoff_at,
       ends_at = CASE WHEN s.taken = 0 THEN p.ends_at ELSE s.ends_at END,
       capacity = CASE WHEN p.former IS NULL OR s.capacity = p.former THEN greatest(p.capacity, s.taken) ELSE s.capacity END,
       closed = s.closed AND p.former IS NOT NULL
     FROM json_to_recordset($3::json) AS p(starts_at timestamptz, ends_at timestamptz, cutoff_at timestamptz, capacity int, former int)
     WHERE s.area_id = $2 AND s.starts_at > $1 AND s.starts_at = p.starts_at`,
    values,
  );
  await generateSlots(connection, now);
};

export const deleteExpiredHolds = async (database: Queryable, now: Date): Promise<void> => {
  await database.query('DELETE FROM delivery_holds WHERE held_until <= $1', [now]);
};

/** Returns the area of a postal code in capitals, without spaces. */
export const findArea = async (
  database: Queryable,
  country: string,
  postcode: string,
): Promise<StoredArea | undefined> => {
  const { rows } = await database.query<StoredArea>({
    name: 'delivery area',
    text: `SELECT id, name, minimum_cents AS "minimumCents" FROM delivery_areas a
      WHERE removed_at IS NULL AND country = $1 AND EXISTS (SELECT 1 FROM unnest(a.prefixes) prefix WHERE starts_with($2, prefix)) ORDER BY id LIMIT 1`,
    values: [country, postcode],
  });
  return rows[0];
};

/** Returns all areas where vans go, by name. */
export const listAreas = async (database: Queryable): Promise<StoredArea[]> =>
  (
    await database.query<StoredArea>({
      name: 'delivery areas',
      text: 'SELECT id, name, minimum_cents AS "minimumCents" FROM delivery_areas WHERE removed_at IS NULL ORDER BY name, id',
    })
  ).rows;

/** Returns the lowest minimum of all areas in cents; undefined if no van goes anywhere. */
export const findLowestMinimum = async (database: Queryable): Promise<number | undefined> =>
  (
    await database.query<{ cents: number | null }>({
      name: 'lowest delivery minimum',
      text: 'SELECT min(minimum_cents) AS cents FROM delivery_areas WHERE removed_at IS NULL',
    })
  ).rows[0]?.cents ?? undefined;

/** Returns an area's slots that can still be ordered, earliest first. */
export const findSlots = async (
  database: Queryable,
  areaId: string,
  holder: string,
  now: Date,
): Promise<StoredSlot[]> => {
  const { rows } = await database.query<StoredSlot>({
    name: 'delivery slots',
    text: `SELECT ${SLOT_COLUMNS_SQL} FROM delivery_slots s JOIN delivery_areas a ON a.id = s.area_id
      WHERE s.area_id = $3 AND s.cutoff_at > $1 AND NOT s.closed ORDER BY s.starts_at`,
    values: [now, holder, areaId],
  });
  return rows;
};

interface NextSlot extends StoredSlot {
  readonly daysAhead: number;
}

/** Returns the earliest free slot of an area, or of any. */
export const findNextSlot = async (
  database: Queryable,
  areaId: string | null,
  now: Date,
): Promise<NextSlot | undefined> => {
  const { rows } = await database.query<NextSlot>({
    name: 'next delivery slot',
    text: `SELECT ${SLOT_COLUMNS_SQL}, (s.starts_at AT TIME ZONE a.time_zone)::date - ($1::timestamptz AT TIME ZONE a.time_zone)::date AS "daysAhead"
      FROM delivery_slots s JOIN delivery_areas a ON a.id = s.area_id
      WHERE ($3::text IS NULL OR s.area_id = $3) AND a.removed_at IS NULL AND s.cutoff_at > $1 AND NOT s.closed AND s.taken + ${held('$1', '$2')} < s.capacity
      ORDER BY s.starts_at, s.id LIMIT 1`,
    values: [now, '', areaId],
  });
  return rows[0];
};

/** At most `max` places of a slot for unpaid orders and holds of these holders together. */
export interface PlaceLimit {
  readonly who: string;
  /** As in `order_holders`. */
  readonly holders: readonly string[];
  readonly max: number;
}

export interface UsedUpSlot extends Pick<PlaceLimit, 'who' | 'max'> {
  readonly id: number;
}

/**
 * Returns which of the slots have no place left under the limits, of which none is more than half of a slot. What the
 * browser itself holds does not count.
 */
export const findUsedUpSlots = async (
  database: Queryable,
  slotIds: readonly number[],
  limits: readonly PlaceLimit[],
  holder: string,
  now: Date,
): Promise<UsedUpSlot[]> => {
  const { rows } = await database.query<UsedUpSlot>({
    name: 'used up delivery slots',
    text: `WITH limits AS MATERIALIZED (SELECT * FROM json_to_recordset($2::json) AS l(position int, who text, max int, holders text[]))
      SELECT s.id, l.who, least(l.max, (s.capacity + 1) / 2) AS max FROM limits l JOIN (
        SELECT l.position, o.delivery_slot_id AS slot_id, h.order_id::text AS place
          FROM limits l JOIN order_holders h ON h.holder = ANY(l.holders) JOIN orders o ON o.id = h.order_id
          WHERE o.delivery_slot_id = ANY($1::int[])
        UNION SELECT l.position, d.slot_id, d.holder FROM limits l JOIN delivery_holds d ON d.holders && l.holders
          WHERE d.slot_id = ANY($1::int[]) AND d.held_until > $4 AND d.holder <> $3) taken ON taken.position = l.position
      JOIN delivery_slots s ON s.id = taken.slot_id
      GROUP BY s.id, l.position, l.who, l.max HAVING count(*) >= least(l.max, (s.capacity + 1) / 2) ORDER BY s.id, l.position`,
    values: [slotIds, JSON.stringify(limits.map((limit, position) => ({ ...limit, position }))), holder, now],
  });
  return rows;
};

export type SlotState = 'free' | 'full' | 'late' | 'elsewhere';

/** Locks a slot until the transaction ends, and returns whether it can be had. `areaId` null is any area. */
export const lockSlot = async (
  connection: Queryable,
  { id, areaId, holder }: { readonly id: number; readonly areaId: string | null; readonly holder: string },
  now: Date,
): Promise<SlotState> => {
  // Holds are counted by a statement of its own, because one that waited for the lock does not see newer ones.
  const locked = await connection.query({
    name: 'lock delivery slot',
    text: 'SELECT 1 FROM delivery_slots WHERE id = $1 AND ($2::text IS NULL OR area_id = $2) FOR UPDATE',
    values: [id, areaId],
  });
  if (locked.rowCount === 0) return 'elsewhere';
  const { rows } = await connection.query<{ state: SlotState }>({
    name: 'delivery slot state',
    text: `SELECT CASE WHEN s.cutoff_at <= $1 THEN 'late' WHEN s.closed OR s.taken + ${held('$1', '$2')} >= s.capacity THEN 'full' ELSE 'free' END AS state
      FROM delivery_slots s WHERE s.id = $3`,
    values: [now, holder, id],
  });
  return rows[0]?.state ?? 'elsewhere';
};

export interface TakenSlot extends Pick<StoredSlot, 'id' | 'cutoffDay' | 'cutoffHour'> {
  readonly cutoffAt: Date;
}

/** Counts an order in a locked slot, and ends its shopper's hold. */
export const takeSlot = async (connection: Queryable, id: number, holder: string): Promise<TakenSlot> => {
  const { rows } = await connection.query<TakenSlot>({
    name: 'take delivery slot',
    text: `WITH ended AS (DELETE FROM delivery_holds WHERE holder = $2)
      UPDATE delivery_slots s SET taken = taken + 1 FROM delivery_areas a WHERE s.id = $1 AND a.id = s.area_id
      RETURNING s.id, s.cutoff_at AS "cutoffAt", ${CUTOFF_SQL}`,
    values: [id, holder],
  });
  const [slot] = rows;
  if (!slot) throw new Error(`The delivery slot ${id} disappeared`);
  return slot;
};

/** Returns the cut-off of an order's slot; undefined if it has none. */
export const findCutoff = async (database: Queryable, orderNumber: string): Promise<Date | undefined> => {
  const { rows } = await database.query<{ at: Date }>(
    'SELECT s.cutoff_at AS at FROM orders o JOIN delivery_slots s ON s.id = o.delivery_slot_id WHERE o.number = $1',
    [orderNumber],
  );
  return rows[0]?.at;
};

/** Gives a canceled order's place back. */
export const returnSlot = async (connection: Queryable, orderNumber: string): Promise<void> => {
  await connection.query(
    'UPDATE delivery_slots SET taken = taken - 1 WHERE id = (SELECT delivery_slot_id FROM orders WHERE number = $1) AND taken > 0',
    [orderNumber],
  );
};

interface SlotHold {
  readonly slotId: number;
  readonly heldUntil: Date;
  /** Whose share of the slot it counts toward. */
  readonly holders: readonly string[];
}

/** Keeps a place of a locked slot for a browser, instead of the one that it held. */
export const holdSlot = async (
  connection: Queryable,
  holder: string,
  { slotId, heldUntil, holders }: SlotHold,
): Promise<void> => {
  await connection.query(
    `INSERT INTO delivery_holds (holder, slot_id, held_until, holders) VALUES ($1, $2, $3, $4)
     ON CONFLICT (holder) DO UPDATE SET slot_id = excluded.slot_id, held_until = excluded.held_until, holders = excluded.holders`,
    [holder, slotId, heldUntil, holders],
  );
};
