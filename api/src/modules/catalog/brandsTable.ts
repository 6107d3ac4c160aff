import { integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core';

export const brandsTable = pgTable(
  'brands',
  {
    id: serial('id').primaryKey(),
    store: text('store').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    logo: text('logo').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [unique('brands_store_slug').on(table.store, table.slug)],
);
