import type { Queryable } from '../../src/database/Database';
import { insertOperatorLog, type OperatorLogEntry } from '../../src/operator-log/operatorLogRepository';

/** Writes a log entry, unless the database is of a previous release that has no log table. */
export const logBackup = async (database: Queryable, entry: OperatorLogEntry, now: Date): Promise<void> => {
  const { rows } = await database.query<{ there: boolean }>(
    "SELECT to_regclass('public.operator_log') IS NOT NULL AS there",
  );
  if (rows[0]?.there) await insertOperatorLog(database, entry, now);
};
