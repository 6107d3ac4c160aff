import { bigint, bigserial, integer, jsonb, pgTable, primaryKey, text, timestamp, unique } from 'drizzle-orm/pg-core';

/** Home pages, text pages and menus that staff have changed. What has no row is as it was compiled. */
export const contentDocumentsTable = pgTable(
  'content_documents',
  {
    /** A storefront's slug, or 'every-store'. */
    store: text('store').notNull(),
    /** A ContentKey. */
    key: text('key').notNull(),
    /** What is being written; null if it is as published. */
    draft: jsonb('draft'),
    draftedBy: text('drafted_by'),
    draftedAt: timestamp('drafted_at', { withTimezone: true }),
    /** Counts every change of this row. */
    version: integer('version').notNull().default(0),
    /** What shoppers see; null if that is what was compiled. */
    publishedId: bigint('published_id', { mode: 'number' }),
  },
  (table) => [primaryKey({ columns: [table.store, table.key] })],
);

/** Everything that was ever published. Orders refer to the terms they agreed to. */
export const contentVersionsTable = pgTable(
  'content_versions',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    store: text('store').notNull(),
    key: text('key').notNull(),
    /** From 1, for each document. */
    number: integer('number').notNull(),
    body: jsonb('body').notNull(),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    /** The name of who published it. */
    publishedBy: text('published_by').notNull(),
  },
  (table) => [unique('content_versions_number').on(table.store, table.key, table.number)],
);
