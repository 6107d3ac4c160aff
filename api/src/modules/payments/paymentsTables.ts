import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ordersTable } from '../orders/ordersTable';

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Tries to pay an order online. No card data: the provider has that. */
export const paymentsTable = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderNumber: text('order_number')
      .notNull()
      .references(() => ordersTable.number, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** open, paid, failed, refund-due: money came that is to be sent back, or refunded: it was. */
    status: text('status').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** What came, where that is not what was asked for: it is what goes back. */
    receivedCents: integer('received_cents'),
    receivedCurrency: text('received_currency'),
    /** Since when a command asks the provider to send the money back; null: none does. */
    refundClaimedAt: instant('refund_claimed_at'),
    /** The provider's name for the refund. */
    refundId: text('refund_id'),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [index('payments_order').on(table.orderNumber, table.status)],
);

/** Messages of providers that were acted upon: one that comes again changes nothing. */
export const paymentEventsTable = pgTable('payment_events', {
  id: text('id').primaryKey(),
  paymentId: text('payment_id')
    .notNull()
    .references(() => paymentsTable.id, { onDelete: 'cascade' }),
  kind: text('kind').notNull(),
  receivedAt: instant('received_at').notNull(),
});
