import { date, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Blog posts of both storefronts, compiled from Markdown when the catalog is synced. */
export const postsTable = pgTable(
  'posts',
  {
    id: text('id').primaryKey(),
    store: text('store').notNull(),
    publishedOn: date('published_on').notNull(),
    category: text('category').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    readMore: text('read_more').notNull(),
    author: text('author').notNull(),
    image: text('image').notNull(),
    imageAlt: text('image_alt').notNull(),
    readingTime: integer('reading_time').notNull(),
    /** RichText of the contracts. */
    body: jsonb('body').notNull(),
    /** When staff last changed it. The catalog sync leaves it alone from then on. */
    editedAt: timestamp('edited_at', { withTimezone: true }),
  },
  (table) => [index('posts_by_newest').on(table.store, table.publishedOn, table.id)],
);
