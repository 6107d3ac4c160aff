import type { Clock } from '../buildApp';
import type { Database } from '../database/Database';
import { count, uncount } from '../modules/auth/limitsRepository';
import type { Limits } from './Limits';

/** Limits counted in the database: nothing else is needed, and every process counts together. */
export const databaseLimits = (database: Database, clock: Clock): Limits => ({
  async take({ key, most, windowMs }) {
    const now = clock.now();
    const taken = await count(database, key, now, new Date(now.getTime() + windowMs));
    return taken.count > most ? taken.resetsAt : undefined;
  },
  giveBack: ({ key }) => uncount(database, key),
});
