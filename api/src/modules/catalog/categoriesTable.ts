import { integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';

export const categoriesTable = pgTable(
  'categories',
  {
    id: serial('id').primaryKey(),
    store: text('store').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    image: text('image').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [unique('categories_store_slug').on(table.store, table.slug)],
);
