import type { Queryable } from '../database/Database';
import type { Limit } from './Limits';

/**
 * Adds `cost` to the counter of a key and returns its value. The first increment starts the window, which ends at
 * `resetsAt`; the returned `resetsAt` is that of the running window.
 */
export const incrementCounter = async (
  database: Queryable,
  key: string,
  now: Date,
  resetsAt: Date,
  cost = 1,
): Promise<{ count: number; resetsAt: Date }> => {
  const { rows } = await database.query<{ count: number; resetsAt: Date }>(
    `INSERT INTO counters AS c (key, count, resets_at) VALUES ($1, $4::int, $3)
     ON CONFLICT (key) DO UPDATE SET count = CASE WHEN c.resets_at <= $2 THEN excluded.count ELSE c.count + excluded.count END,
       resets_at = CASE WHEN c.resets_at <= $2 THEN excluded.resets_at ELSE c.resets_at END
     RETURNING count, resets_at AS "resetsAt"`,
    [key, now, resetsAt, cost],
  );
  return rows[0] ?? { count: cost, resetsAt };
};

/**
 * Adds to the counter of each limit, in one statement, up to the first one that exceeds its maximum: that one is
 * returned. Rows are locked in the order of the list.
 */
export const incrementCounters = async (
  database: Queryable,
  limits: readonly Limit[],
  now: Date,
): Promise<{ index: number; resetsAt: Date } | undefined> => {
  const parameters: unknown[] = [now];
  const bind = (value: unknown, type: string): string => `$${parameters.push(value)}::${type}`;
  const counters = limits.map(({ key, windowMs, cost = 1 }, index) => {
    const before = limits[index - 1];
    const condition = before ? `FROM c${index - 1} WHERE c${index - 1}.count <= ${bind(before.max, 'int')}` : '';
    return `c${index} AS (
      INSERT INTO counters AS c (key, count, resets_at)
      SELECT ${bind(key, 'text')}, ${bind(cost, 'int')}, ${bind(new Date(now.getTime() + windowMs), 'timestamptz')} ${condition}
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN c.resets_at <= $1::timestamptz THEN excluded.count ELSE c.count + excluded.count END,
        resets_at = CASE WHEN c.resets_at <= $1::timestamptz THEN excluded.resets_at ELSE c.resets_at END
      RETURNING count, resets_at)`;
  });
  const refused = limits.map(
    ({ max }, index) =>
      `SELECT ${index}::int AS index, resets_at AS "resetsAt" FROM c${index} WHERE count > ${bind(max, 'int')}`,
  );
  if (limits.length === 0) return undefined;
  const { rows } = await database.query<{ index: number; resetsAt: Date }>(
    `WITH ${counters.join(', ')} ${refused.join(' UNION ALL ')}`,
    parameters,
  );
  return rows[0];
};

export const decrementCounter = async (database: Queryable, key: string, cost = 1): Promise<void> => {
  await database.query('UPDATE counters SET count = greatest(count - $2::int, 0) WHERE key = $1', [key, cost]);
};

export const clearCounter = async (database: Queryable, key: string): Promise<void> => {
  await database.query('DELETE FROM counters WHERE key = $1', [key]);
};

/** Returns the count of a key, or 0 if its window has ended. */
export const readCount = async (database: Queryable, key: string, now: Date): Promise<number> =>
  (await database.query<{ count: number }>('SELECT count FROM counters WHERE key = $1 AND resets_at > $2', [key, now]))
    .rows[0]?.count ?? 0;
