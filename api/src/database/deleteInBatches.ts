import type { Queryable } from './Database';

const BATCH_SIZE = 1_000;

/**
 * Deletes the rows that a condition finds, some at a time: one statement for a whole backlog would be canceled after
 * three seconds, and find more of it an hour later. Locked rows are left until then: placing an order locks its
 * counters until it commits, and waiting for one while holding others could deadlock.
 */
export const deleteInBatches = async (
  database: Queryable,
  table: string,
  condition: string,
  values: readonly unknown[],
): Promise<void> => {
  const deleteSome = async (): Promise<boolean> => {
    const { rowCount } = await database.query(
      `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED))`,
      [...values],
    );
    return rowCount === BATCH_SIZE;
  };
  while (await deleteSome());
};
