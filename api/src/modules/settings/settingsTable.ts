import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What staff have set. A group that has no row is as configured. */
export const settingsTable = pgTable('settings', {
  /** A SettingKey, such as 'shop.jewellery-store'. */
  key: text('key').primaryKey(),
  /** By the schema of its group. */
  value: jsonb('value').notNull(),
  /** Counts its changes. */
  version: integer('version').notNull().default(1),
  editedAt: timestamp('edited_at', { withTimezone: true }).notNull(),
  /** The name of who changed it last. */
  editedBy: text('edited_by').notNull(),
});
