import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accountsTable } from '../auth/accountsTables';
import { productsTable } from '../catalog/productsTable';

export const reviewsTable = pgTable(
  'reviews',
  {
    id: serial('id').primaryKey(),
    productId: text('product_id')
      .notNull()
      .references(() => productsTable.id, { onDelete: 'cascade' }),
    /** Null for seeded reviews and for those of deleted accounts. */
    accountId: text('account_id').references(() => accountsTable.id, { onDelete: 'set null' }),
    userName: text('user_name').notNull(),
    rating: integer('rating').notNull(),
    comment: text('comment').notNull(),
    /** 'published', 'waiting' for a check, or 'removed', which prevents another one of the same account. */
    status: text('status').notNull().default('published'),
    /** An operator published it: it stays whatever happens to the orders of its author. */
    approved: boolean('approved').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** Public answer of the shop; '' if there is none. */
    reply: text('reply').notNull().default(''),
  },
  (table) => [
    // The desk of the back office: by state, and by product and state.
    index('reviews_by_state').on(table.status, table.createdAt, table.id),
    check('reviews_rating_range', sql`${table.rating} between 1 and 5`),
    index('reviews_by_newest').on(table.productId, table.createdAt, table.id),
    index('reviews_by_rating').on(table.productId, table.rating, table.id),
    // One per product (product.md 5.6).
    uniqueIndex('reviews_one_per_account').on(table.accountId, table.productId),
  ],
);

/** Decisions of the last seconds, which can still be taken back. A queue carries them out. */
export const reviewDecisionsTable = pgTable(
  'review_decisions',
  {
    reviewId: integer('review_id')
      .primaryKey()
      .references(() => reviewsTable.id, { onDelete: 'cascade' }),
    /** 'published' or 'removed'. */
    status: text('status').notNull(),
    /** For colleagues; '' if none was given. */
    reason: text('reason').notNull(),
    /** Who decided, as the audit will name them. */
    actor: jsonb('actor').notNull(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('review_decisions_due').on(table.dueAt)],
);
