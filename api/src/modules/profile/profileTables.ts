import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, serial, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { accountsTable } from '../auth/accountsTables';
import { productsTable } from '../catalog/productsTable';

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true });
const ownerColumn = () =>
  text('account_id')
    .notNull()
    .references(() => accountsTable.id, { onDelete: 'cascade' });

export const wishlistItemsTable = pgTable(
  'wishlist_items',
  {
    accountId: ownerColumn(),
    productId: text('product_id')
      .notNull()
      .references(() => productsTable.id, { onDelete: 'cascade' }),
    position: serial('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.productId] }),
    index('wishlist_items_product').on(table.productId),
  ],
);

export const addressesTable = pgTable(
  'addresses',
  {
    id: text('id').primaryKey(),
    accountId: ownerColumn(),
    position: serial('position').notNull(),
    label: text('label').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    companyName: text('company_name').notNull(),
    country: text('country').notNull(),
    streetAddress: text('street_address').notNull(),
    apartment: text('apartment').notNull(),
    townCity: text('town_city').notNull(),
    state: text('state').notNull(),
    zipCode: text('zip_code').notNull(),
    phone: text('phone').notNull(),
    defaultBilling: boolean('default_billing').notNull(),
    defaultShipping: boolean('default_shipping').notNull(),
    createdAt: timestampColumn('created_at').notNull(),
  },
  (table) => [
    index('addresses_owner').on(table.accountId, table.position),
    // At most one default each, even with concurrent requests.
    uniqueIndex('addresses_default_billing')
      .on(table.accountId)
      .where(sql`${table.defaultBilling}`),
    uniqueIndex('addresses_default_shipping')
      .on(table.accountId)
      .where(sql`${table.defaultShipping}`),
  ],
);
