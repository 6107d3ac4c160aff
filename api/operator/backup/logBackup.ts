import type { Queryable } from '../../src/database/Database';
import { insertAudit, type AuditEntry } from '../../src/audit/auditRepository';

/** Writes a log entry, unless the database is of an earlier release that has no audit. */
export const logBackup = async (database: Queryable, entry: AuditEntry, now: Date): Promise<void> => {
  const { rows } = await database.query<{ there: boolean }>(
    "SELECT to_regclass('public.audit_log') IS NOT NULL AS there",
  );
  if (rows[0]?.there) await insertAudit(database, entry, now);
};
