import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { ordersTable } from '../orders/ordersTable';

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Money that was asked for or received: online, without card data, which only the provider has; by transfer (provider
 * `bank`) and in cash (`cash`), a row when it has arrived.
 */
export const paymentsTable = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderNumber: text('order_number')
      .notNull()
      .references(() => ordersTable.number, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** open, paid, failed, expired, refund-due (all that is left of it goes back) or refunded. */
    status: text('status').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The received amount if it differs from the requested one; it is what gets refunded. */
    receivedCents: integer('received_cents'),
    receivedCurrency: text('received_currency'),
    /** The provider's id of the payment page; null if it has none. */
    pageId: text('page_id'),
    /** What the provider calls the payment in its messages; null if it uses our id. */
    reference: text('reference'),
    /** open, won or lost; null if its customer never disputed it at the bank. */
    dispute: text('dispute'),
    /** When a command of an earlier release claimed the refund. */
    refundClaimedAt: timestampColumn('refund_claimed_at'),
    /** The provider's id of the refund, of an earlier release. */
    refundId: text('refund_id'),
    createdAt: timestampColumn('created_at').notNull(),
    settledAt: timestampColumn('settled_at'),
  },
  (table) => [
    index('payments_order').on(table.orderNumber, table.status),
    uniqueIndex('payments_reference').on(table.provider, table.reference),
    index('payments_owed')
      .on(table.orderNumber)
      .where(sql`${table.status} = 'refund-due'`),
    index('payments_open')
      .on(table.createdAt)
      .where(sql`${table.status} = 'open'`),
  ],
);

/** Money that goes back, any number for an order. Its id is the provider's idempotency key. */
export const refundsTable = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    orderNumber: text('order_number')
      .notNull()
      .references(() => ordersTable.number, { onDelete: 'cascade' }),
    paymentId: text('payment_id')
      .notNull()
      .references(() => paymentsTable.id, { onDelete: 'cascade' }),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull(),
    /** The contract's refunded lines; empty for an amount alone. */
    lines: jsonb('lines').notNull(),
    reason: text('reason').notNull(),
    /** due, sent, failed or canceled: taken back before it was sent. */
    state: text('state').notNull(),
    actor: jsonb('actor').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
    /** It can be taken back until then; later after an attempt without an answer. */
    sendAfter: timestampColumn('send_after').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** When a process began to send it; null if none does. */
    claimedAt: timestampColumn('claimed_at'),
    /** The provider's id; null until it is sent, and for money that is given back by hand. */
    providerId: text('provider_id'),
    /** When its lines went back to the stock and out of what is to be sent: once. */
    appliedAt: timestampColumn('applied_at'),
    /** When the provider said that it has arrived, or failed. */
    confirmedAt: timestampColumn('confirmed_at'),
    /** Why it failed. */
    failure: text('failure').notNull().default(''),
  },
  (table) => [
    check('refunds_state', sql`${table.state} in ('due', 'sent', 'failed', 'canceled')`),
    check('refunds_amount', sql`${table.amountCents} > 0`),
    index('refunds_order').on(table.orderNumber),
    unique('refunds_provider').on(table.paymentId, table.providerId),
    index('refunds_due')
      .on(table.sendAfter)
      .where(sql`${table.state} = 'due'`),
    index('refunds_unconfirmed')
      .on(table.createdAt)
      .where(sql`${table.state} = 'sent' and ${table.confirmedAt} is null`),
    index('refunds_failed')
      .on(table.createdAt)
      .where(sql`${table.state} = 'failed'`),
  ],
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
