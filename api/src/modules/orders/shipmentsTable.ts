import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';
import { ordersTable } from './ordersTable';

/** What was sent of an order, any number of parcels or vans. */
export const shipmentsTable = pgTable(
  'shipments',
  {
    id: serial('id').primaryKey(),
    orderNumber: text('order_number')
      .notNull()
      .references(() => ordersTable.number, { onDelete: 'cascade' }),
    /** Positions and quantities of the order's lines. */
    lines: jsonb('lines').notNull(),
    carrier: text('carrier').notNull(),
    tracking: text('tracking').notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }).notNull(),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    /** Of carrier and tracking, which can be corrected. */
    version: integer('version').notNull().default(0),
  },
  (table) => [index('shipments_order').on(table.orderNumber)],
);
