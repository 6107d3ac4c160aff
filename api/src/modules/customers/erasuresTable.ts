import { index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountsTable } from '../auth/accountsTables';
import { ordersTable } from '../orders/ordersTable';

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true });

/** Accounts that are about to be erased. Without its row, an account is kept. */
export const erasuresTable = pgTable(
  'erasures',
  {
    accountId: text('account_id')
      .primaryKey()
      .references(() => accountsTable.id, { onDelete: 'cascade' }),
    requestedAt: timestampColumn('requested_at').notNull(),
    /** Later than it was at first if something was in the way. */
    dueAt: timestampColumn('due_at').notNull(),
    /** Who asked for it: the customer, or staff. */
    actor: jsonb('actor').notNull(),
    /** Whose look its mails have. */
    storefront: text('storefront').notNull(),
    /** A sentence: what was in the way when it was due; '' if nothing was. */
    postponed: text('postponed').notNull().default(''),
  },
  (table) => [index('erasures_due').on(table.dueAt)],
);

/** Orders that were placed as a guest with the address of who is erased since, and were not over then. */
export const orderErasuresTable = pgTable(
  'order_erasures',
  {
    orderNumber: text('order_number')
      .primaryKey()
      .references(() => ordersTable.number, { onDelete: 'cascade' }),
    /** When it is looked at again. */
    dueAt: timestampColumn('due_at').notNull(),
  },
  (table) => [index('order_erasures_due').on(table.dueAt)],
);
