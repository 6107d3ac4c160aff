import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, serial, text, timestamp, unique } from 'drizzle-orm/pg-core';

/** Where vans go, by the beginnings of postal codes. */
export const deliveryAreasTable = pgTable('delivery_areas', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  country: text('country').notNull(),
  /** In capitals, without spaces. */
  prefixes: text('prefixes').array().notNull(),
  timeZone: text('time_zone').notNull(),
  minimumCents: integer('minimum_cents').notNull(),
  /** Weekdays, hours, capacities and cut-offs from which slots are generated. */
  runs: jsonb('runs').notNull(),
  /** When staff last changed it. The catalog sync leaves it alone from then on. */
  editedAt: timestamp('edited_at', { withTimezone: true }),
  /** From when on vans no longer go there. Orders of before keep the words of their slots. */
  removedAt: timestamp('removed_at', { withTimezone: true }),
  /** Counts its changes, so that of two people only one changes what both saw. */
  version: integer('version').notNull().default(0),
});

export const deliverySlotsTable = pgTable(
  'delivery_slots',
  {
    id: serial('id').primaryKey(),
    areaId: text('area_id')
      .notNull()
      .references(() => deliveryAreasTable.id, { onDelete: 'cascade' }),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }).notNull(),
    /** Orders are taken before this instant. */
    cutoffAt: timestamp('cutoff_at', { withTimezone: true }).notNull(),
    capacity: integer('capacity').notNull(),
    /** Orders that have it. */
    taken: integer('taken').notNull().default(0),
    /** An operator takes no more orders for it. */
    closed: boolean('closed').notNull().default(false),
  },
  (table) => [
    unique('delivery_slots_start').on(table.areaId, table.startsAt),
    check('delivery_slots_taken', sql`${table.taken} >= 0 and ${table.capacity} >= 0`),
  ],
);

/** Places that are kept for shoppers at the checkout. */
export const deliveryHoldsTable = pgTable(
  'delivery_holds',
  {
    /** Hash of the browser's cookie: a browser holds one place. */
    holder: text('holder').primaryKey(),
    slotId: integer('slot_id')
      .notNull()
      .references(() => deliverySlotsTable.id, { onDelete: 'cascade' }),
    heldUntil: timestamp('held_until', { withTimezone: true }).notNull(),
    /** Whose share of the slot it counts toward, as in `order_holders`. */
    holders: text('holders').array().notNull().default([]),
  },
  (table) => [index('delivery_holds_slot').on(table.slotId, table.heldUntil)],
);
