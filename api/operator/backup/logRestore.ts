import type { Queryable } from '../../src/database/Database';
import { insertOperatorLog, type OperatorLogEntry } from '../../src/modules/operator-log/operatorLogRepository';

/** Parameters of a restore. */
export interface Restore {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  readonly file: string;
  /** True to replace existing orders and accounts. */
  readonly replace: boolean;
  readonly entry: OperatorLogEntry;
  readonly now: Date;
  readonly print: (line: string) => void;
}

/** Writes a log entry, unless the backup is of a previous release that has no log table. */
export const logRestore = async (database: Queryable, entry: OperatorLogEntry, now: Date): Promise<void> => {
  const { rows } = await database.query<{ there: boolean }>(
    "SELECT to_regclass('public.operator_log') IS NOT NULL AS there",
  );
  if (rows[0]?.there) await insertOperatorLog(database, entry, now);
};
