import type { AuditRow } from '@shop/contracts';
import type { Queryable } from '../database/Database';
import { insertRow } from '../database/insertRow';
import type { Actor } from './Actor';
import type { auditLogTable } from './auditLogTable';

type SubjectKind =
  | 'order'
  | 'coupon'
  | 'review'
  | 'slot'
  | 'area'
  | 'products'
  | 'category'
  | 'brand'
  | 'picture'
  | 'content'
  | 'setting'
  | 'mails'
  | 'backup'
  | 'staff'
  | 'customer'
  | 'invite'
  | 'audit';

type Fields = Readonly<Record<string, unknown>>;

/** A change, as the audit keeps it. */
export interface AuditEntry {
  readonly actor: Actor;
  /** The kind of its subject and a participle: "order.shipped". */
  readonly action: `${SubjectKind}.${string}`;
  /** Which one: the order's number, the coupon's code. */
  readonly subject: string;
  readonly before?: Fields | undefined;
  readonly after?: Fields | undefined;
}

/** Records a change. Pass the connection of its transaction. */
export const insertAudit = async (
  connection: Queryable,
  { actor, action, subject, before, after }: AuditEntry,
  now: Date,
): Promise<void> => {
  await insertRow<typeof auditLogTable>(connection, 'audit_log', {
    at: now,
    actorKind: actor.kind,
    actorId: actor.id,
    actorName: actor.name,
    network: actor.network,
    action,
    subjectKind: action.slice(0, action.indexOf('.')),
    subject,
    before: before ?? null,
    after: after ?? null,
  });
};

/** Returns when the last backup was made; undefined if there was none. */
export const readLastBackup = async (connection: Queryable): Promise<Date | undefined> => {
  const { rows } = await connection.query<{ at: Date | null }>(
    `SELECT greatest((SELECT max(at) FROM audit_log WHERE subject_kind = 'backup' AND action = 'backup.made'),
       (SELECT max(created_at) FROM operator_log WHERE action = 'backup')) AS at`,
  );
  return rows[0]?.at ?? undefined;
};

const AUDIT_PAGE_SIZE = 50;
export const MAX_EXPORTED = 10_000;

/** Null for all. */
export interface AuditFilter {
  readonly actorKind: string | null;
  readonly actorId: string | null;
  readonly subjectKind: string | null;
  readonly subject: string | null;
  readonly from: Date | null;
  readonly until: Date | null;
  /** Id of the last row of the page before. */
  readonly before: number | null;
}

/** Returns a page of the audit, newest first, and the cursor of the next one. */
export const findAuditPage = async (
  connection: Queryable,
  { actorKind, actorId, subjectKind, subject, from, until, before }: AuditFilter,
  pageSize = AUDIT_PAGE_SIZE,
): Promise<{ readonly items: AuditRow[]; readonly next: string | null }> => {
  const { rows } = await connection.query<{ row: AuditRow }>(
    `SELECT json_build_object('id', id, 'at', to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
       'actor', json_build_object('kind', actor_kind, 'id', actor_id, 'name', actor_name, 'network', CASE WHEN actor_kind = 'staff' THEN network END),
       'action', action, 'subject', json_build_object('kind', subject_kind, 'id', subject), 'before', before, 'after', after) AS row
     FROM audit_log
     WHERE ($1::text IS NULL OR actor_kind = $1) AND ($2::text IS NULL OR actor_id = $2)
       AND ($3::text IS NULL OR subject_kind = $3) AND ($4::text IS NULL OR subject = $4)
       AND ($5::timestamptz IS NULL OR at >= $5) AND ($6::timestamptz IS NULL OR at < $6)
       AND ($7::bigint IS NULL OR id < $7)
     ORDER BY id DESC LIMIT $8`,
    [actorKind, actorId, subjectKind, subject, from, until, before, pageSize + 1],
  );
  const items = rows.slice(0, pageSize).map(({ row }) => row);
  return { items, next: rows.length > pageSize ? String(items.at(-1)?.id ?? '') : null };
};
