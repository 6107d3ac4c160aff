import { integer, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

export const categoriesTable = pgTable(
  'categories',
  {
    id: serial('id').primaryKey(),
    store: text('store').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    image: text('image').notNull(),
    position: integer('position').notNull(),
    /** When staff last changed it. The catalog sync leaves it alone from then on. */
    editedAt: timestamp('edited_at', { withTimezone: true }),
  },
  (table) => [unique('categories_store_slug').on(table.store, table.slug)],
);
