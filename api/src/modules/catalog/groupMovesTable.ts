import { boolean, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

/**
 * Former addresses of categories and brands, which lead to the new ones, and what their products still have to follow.
 */
export const groupMovesTable = pgTable(
  'group_moves',
  {
    id: serial('id').primaryKey(),
    /** 'category' or 'brand'. */
    kind: text('kind').notNull(),
    store: text('store').notNull(),
    /** The former slug; the present one if only the name has changed. */
    slug: text('slug').notNull(),
    /** Null if it was deleted: the catalog sync does not bring it back. */
    toSlug: text('to_slug'),
    at: timestamp('at', { withTimezone: true }).notNull(),
    /** Whether its products have followed. */
    done: boolean('done').notNull(),
  },
  (table) => [unique('group_moves_former').on(table.kind, table.store, table.slug)],
);
