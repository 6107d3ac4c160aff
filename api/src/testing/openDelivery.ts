import type { Database } from '../database/Database';
import { generateSlots } from '../modules/delivery/deliveryRepository';

/** Lets vans bring food to the address of `anOrderBody`, whatever it costs. */
export const openDelivery = async (database: Database, now = new Date('2026-11-21T12:00:00Z')): Promise<void> => {
  await database.query(
    `INSERT INTO delivery_areas (id, name, country, prefixes, time_zone, minimum_cents, runs)
     SELECT 'test', 'New York', 'US', '{100}', time_zone, 0, runs FROM delivery_areas WHERE id = 'portland'`,
  );
  await generateSlots(database, now);
};
