import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core';

/** Pictures that staff uploaded. Their files are in a storage: `originals/<hash>`, and the sizes `url` stands for. */
export const picturesTable = pgTable(
  'pictures',
  {
    id: serial('id').primaryKey(),
    /** SHA-256 of the file as it came, so that the same file twice is one picture. */
    hash: text('hash').notNull().unique(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    /** Of the picture upright. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    alt: text('alt').notNull(),
    state: text('state').notNull(),
    error: text('error').notNull().default(''),
    bytes: integer('bytes').notNull(),
    actor: jsonb('actor').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    /** How often somebody began to make its sizes and did not end: a picture may end the process. */
    attempts: integer('attempts').notNull().default(0),
    /** When it is due, or due again if whoever makes its sizes has died. */
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    check('pictures_state', sql`${table.state} in ('waiting', 'ready', 'failed')`),
    index('pictures_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.state} = 'waiting'`),
  ],
);
