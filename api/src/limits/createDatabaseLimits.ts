import type { Clock } from '../clock';
import type { Database } from '../database/Database';
import { decrementCounter, incrementCounters } from './countersRepository';
import type { Limits } from './Limits';

/** Rate limits with counters in the database, which all processes share. */
export const createDatabaseLimits = (database: Database, clock: Clock): Limits => ({
  async consume(limits, connection = database) {
    const refused = await incrementCounters(connection, limits, clock.now());
    return refused && { index: refused.index, until: refused.resetsAt };
  },
  async restore(limits, connection = database) {
    for (const { key, cost } of limits) await decrementCounter(connection, key, cost);
  },
});
