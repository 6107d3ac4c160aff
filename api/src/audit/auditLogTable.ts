import { bigserial, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Who did what. Rows are written in the transaction of the change; a trigger refuses to change or delete them. The rows
 * of a subject are its timeline.
 */
export const auditLogTable = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    network: text('network'),
    /** What happened, such as "order.shipped". */
    action: text('action').notNull(),
    subjectKind: text('subject_kind').notNull(),
    /** The order's number, the coupon's code, the file's name. */
    subject: text('subject').notNull(),
    /** What changed, field by field. Null if there was nothing before, or nothing is left. */
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (table) => [index('audit_log_subject').on(table.subjectKind, table.subject, table.id)],
);
