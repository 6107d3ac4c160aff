import { pgTable, text } from 'drizzle-orm/pg-core';

/** Which version of the seed data is in the database. */
export const seedStateTable = pgTable('seed_state', { name: text('name').primaryKey(), hash: text('hash').notNull() });
