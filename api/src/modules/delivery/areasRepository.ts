import type { AreaTerms, StaffArea } from '@shop/contracts';
import type { Queryable } from '../../database/Database';

const AREA_SQL = 'SELECT id, name, country, prefixes, time_zone, minimum_cents, runs, version FROM delivery_areas';

/** Returns where vans go, by name. */
export const findAreas = async (database: Queryable): Promise<StaffArea[]> =>
  (await database.query<StaffArea>(`${AREA_SQL} WHERE removed_at IS NULL ORDER BY name, id`)).rows;

/** Locks all areas where vans go until the transaction ends, and returns them. */
export const lockAreas = async (connection: Queryable): Promise<StaffArea[]> =>
  (await connection.query<StaffArea>(`${AREA_SQL} WHERE removed_at IS NULL ORDER BY id FOR UPDATE`)).rows;

/** Whether the database knows a time zone; it need not know all that this process does. */
export const isTimeZone = async (connection: Queryable, name: string): Promise<boolean> =>
  (await connection.query('SELECT 1 FROM pg_timezone_names WHERE name = $1 LIMIT 1', [name])).rows.length > 0;

/** Returns those of some ids that an area has, also one that was removed. */
export const findTakenIds = async (connection: Queryable, ids: readonly string[]): Promise<string[]> =>
  (await connection.query<{ id: string }>('SELECT id FROM delivery_areas WHERE id = ANY($1::text[])', [ids])).rows.map(
    ({ id }) => id,
  );

const toValues = ({ name, country, prefixes, time_zone: zone, minimum_cents: minimum, runs }: AreaTerms) => [
  name,
  country,
  prefixes,
  zone,
  minimum,
  JSON.stringify(runs),
];

export const insertArea = async (connection: Queryable, id: string, area: AreaTerms, now: Date): Promise<void> => {
  await connection.query(
    `INSERT INTO delivery_areas (id, edited_at, name, country, prefixes, time_zone, minimum_cents, runs)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, now, ...toValues(area)],
  );
};

export const updateArea = async (connection: Queryable, id: string, area: AreaTerms, now: Date): Promise<void> => {
  await connection.query(
    `UPDATE delivery_areas SET edited_at = $2, name = $3, country = $4, prefixes = $5, time_zone = $6, minimum_cents = $7,
       runs = $8, version = version + 1 WHERE id = $1`,
    [id, now, ...toValues(area)],
  );
};

/** Orders of before keep the words of their slots, and a deployment does not bring it back: the row stays. */
export const markRemoved = async (connection: Queryable, id: string, now: Date): Promise<void> => {
  await connection.query(
    'UPDATE delivery_areas SET removed_at = $2, edited_at = $2, version = version + 1 WHERE id = $1',
    [id, now],
  );
};
