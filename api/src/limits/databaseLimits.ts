import type { Clock } from '../buildApp';
import type { Database } from '../database/Database';
import { count, uncount } from '../modules/auth/limitsRepository';
import type { Limits } from './Limits';

/** Limits counted in the database: nothing else is needed, and every process counts together. */
export const databaseLimits = (database: Database, clock: Clock): Limits => ({
  async take({ key, most, windowMs, cost }, connection = database) {
    const now = clock.now();
    const taken = await count(connection, key, now, new Date(now.getTime() + windowMs), cost);
    return taken.count > most ? taken.resetsAt : undefined;
  },
  giveBack: ({ key, cost }, connection = database) => uncount(connection, key, cost),
});
