import type { Queryable } from '../database/Database';
import { insertRow } from '../database/insertRow';
import type { operatorLogTable } from './operatorLogTable';

export interface OperatorLogEntry {
  readonly who: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
}

export const insertOperatorLog = async (connection: Queryable, entry: OperatorLogEntry, now: Date): Promise<void> => {
  await insertRow<typeof operatorLogTable>(connection, 'operator_log', { ...entry, createdAt: now });
};

/** Returns when the last backup was made; undefined if there was none. */
export const readLastBackup = async (connection: Queryable): Promise<Date | undefined> => {
  const { rows } = await connection.query<{ at: Date | null }>(
    "SELECT max(created_at) AS at FROM operator_log WHERE action = 'backup'",
  );
  return rows[0]?.at ?? undefined;
};
