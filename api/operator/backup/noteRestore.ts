import type { Queryable } from '../../src/database/Database';
import { insertOperatorLog, type OperatorLogEntry } from '../../src/modules/operator-log/operatorLogRepository';

/** What is restored, where, and who says so. */
export interface Restore {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  readonly file: string;
  /** Whether orders and accounts that are there may go. */
  readonly replace: boolean;
  readonly entry: OperatorLogEntry;
  readonly now: Date;
  readonly print: (line: string) => void;
}

/** The log's line; a backup of an earlier release has no log yet. */
export const noteRestore = async (database: Queryable, entry: OperatorLogEntry, now: Date): Promise<void> => {
  const { rows } = await database.query<{ there: boolean }>(
    "SELECT to_regclass('public.operator_log') IS NOT NULL AS there",
  );
  if (rows[0]?.there) await insertOperatorLog(database, entry, now);
};
