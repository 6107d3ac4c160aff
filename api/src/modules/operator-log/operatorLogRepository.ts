import type { Queryable } from '../../database/Database';
import { insertRow } from '../../database/insertRow';
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
