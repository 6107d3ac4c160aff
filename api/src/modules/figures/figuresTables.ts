import { bigint, date, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const dayColumn = () => date('day', { mode: 'string' }).notNull();
const centsColumn = () => bigint('cents', { mode: 'number' }).notNull();

/** Sums of past days (docs/decisions/0076). A day without orders has a row for all storefronts, too. */
export const figuresDaysTable = pgTable(
  'figures_days',
  {
    day: dayColumn(),
    /** '' for all storefronts. */
    store: text('store').notNull(),
    orders: integer('orders').notNull(),
    cents: centsColumn(),
  },
  (table) => [primaryKey({ columns: [table.day, table.store] })],
);

/** What each product brought on a past day. */
export const figuresProductsTable = pgTable(
  'figures_products',
  {
    day: dayColumn(),
    productId: text('product_id').notNull(),
    pieces: integer('pieces').notNull(),
    cents: centsColumn(),
  },
  (table) => [primaryKey({ columns: [table.day, table.productId] })],
);

/** Sums of the past days of a month, so that a year is few rows. */
export const figuresMonthsTable = pgTable(
  'figures_months',
  {
    /** Its first day. */
    month: date('month', { mode: 'string' }).notNull(),
    productId: text('product_id').notNull(),
    pieces: integer('pieces').notNull(),
    cents: centsColumn(),
  },
  (table) => [primaryKey({ columns: [table.month, table.productId] })],
);

/** When orders were placed whose days have to be added up again. Triggers write it, so that nobody waits for a lock. */
export const figuresChangesTable = pgTable(
  'figures_changes',
  { placedAt: timestamp('placed_at', { withTimezone: true }).notNull() },
  (table) => [index('figures_changes_placed').on(table.placedAt)],
);

/** Searches that found nothing, without anything of who searched. */
export const emptySearchesTable = pgTable(
  'empty_searches',
  {
    day: dayColumn(),
    store: text('store').notNull(),
    term: text('term').notNull(),
    times: integer('times').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.store, table.term] })],
);
