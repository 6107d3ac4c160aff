import { pgTable, text } from 'drizzle-orm/pg-core';

/** Hash of the catalog content that was last synced. */
export const seedStateTable = pgTable('seed_state', { name: text('name').primaryKey(), hash: text('hash').notNull() });
