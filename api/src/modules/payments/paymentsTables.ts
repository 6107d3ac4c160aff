import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ordersTable } from '../orders/ordersTable';

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true });

/** Online payments, without card data, which only the provider has. */
export const paymentsTable = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderNumber: text('order_number')
      .notNull()
      .references(() => ordersTable.number, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** open, paid, failed, refund-due or refunded. */
    status: text('status').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The received amount if it differs from the requested one; it is what gets refunded. */
    receivedCents: integer('received_cents'),
    receivedCurrency: text('received_currency'),
    /** When a command claimed the refund; null if it is unclaimed. */
    refundClaimedAt: timestampColumn('refund_claimed_at'),
    /** The provider's id of the refund. */
    refundId: text('refund_id'),
    createdAt: timestampColumn('created_at').notNull(),
    settledAt: timestampColumn('settled_at'),
  },
  (table) => [index('payments_order').on(table.orderNumber, table.status)],
);

/** Processed messages of providers, so that repeated deliveries are ignored. */
export const paymentEventsTable = pgTable('payment_events', {
  id: text('id').primaryKey(),
  paymentId: text('payment_id')
    .notNull()
    .references(() => paymentsTable.id, { onDelete: 'cascade' }),
  kind: text('kind').notNull(),
  receivedAt: timestampColumn('received_at').notNull(),
});
