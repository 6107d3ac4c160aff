import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountsTable } from '../auth/accountsTables';
import { ordersTable } from '../orders/ordersTable';

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true });

export const couponsTable = pgTable(
  'coupons',
  {
    /** Uppercase. */
    code: text('code').primaryKey(),
    kind: text('kind').notNull(),
    /** Percent, or cents. */
    amount: integer('amount').notNull(),
    /** Of the cart's subtotal. */
    minimumCents: integer('minimum_cents').notNull().default(0),
    /** Of the cart's subtotal. Null means no limit. */
    maximumCents: integer('maximum_cents'),
    /** Reduces only these products and those of these categories; null means no restriction. */
    productIds: text('product_ids').array(),
    categories: text('categories').array(),
    /** Leaves out products and variants that are reduced already. */
    excludesReduced: boolean('excludes_reduced').notNull().default(false),
    /** Normalized email address that an order must have; null means any. */
    email: text('email'),
    /** Null means no limit. */
    startsAt: timestampColumn('starts_at'),
    endsAt: timestampColumn('ends_at'),
    /** Null means unlimited. */
    maxUses: integer('max_uses'),
    maxUsesPerCustomer: integer('max_uses_per_customer'),
    uses: integer('uses').notNull().default(0),
    /** Counts the changes of its terms, so that of two people only one changes what both saw. */
    version: integer('version').notNull().default(0),
  },
  (table) => [
    check('coupons_code', sql`${table.code} = upper(${table.code})`),
    check(
      'coupons_amount',
      sql`(${table.kind} = 'percent' and ${table.amount} between 1 and 100) or (${table.kind} = 'fixed' and ${table.amount} > 0)`,
    ),
    check('coupons_uses', sql`${table.uses} >= 0 and (${table.maxUses} is null or ${table.uses} <= ${table.maxUses})`),
  ],
);

/** Redeemed coupons, at most one per order. */
export const couponUsesTable = pgTable(
  'coupon_uses',
  {
    orderNumber: text('order_number')
      .primaryKey()
      .references(() => ordersTable.number, { onDelete: 'cascade' }),
    code: text('code')
      .notNull()
      .references(() => couponsTable.code, { onDelete: 'cascade' }),
    accountId: text('account_id').references(() => accountsTable.id, { onDelete: 'set null' }),
    /** HMAC of the billing email, which identifies customers without an account. */
    emailHash: text('email_hash').notNull(),
    usedAt: timestampColumn('used_at').notNull().defaultNow(),
  },
  (table) => [
    index('coupon_uses_customer').on(table.code, table.emailHash),
    index('coupon_uses_account').on(table.code, table.accountId),
    index('coupon_uses_newest').on(table.code, table.usedAt),
  ],
);
