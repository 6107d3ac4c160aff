import type { Queryable } from '../../database/Database';

export interface OperatorLogEntry {
  readonly who: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
}

export const insertOperatorLog = async (
  connection: Queryable,
  { who, action, subject, detail }: OperatorLogEntry,
  now: Date,
): Promise<void> => {
  await connection.query(
    'INSERT INTO operator_log (who, action, subject, detail, created_at) VALUES ($1, $2, $3, $4, $5)',
    [who, action, subject, detail, now],
  );
};
