import type { Clock } from '../clock';
import type { Database } from '../database/Database';
import { decrementCounter, incrementCounter } from './countersRepository';
import type { Limits } from './Limits';

/** Rate limits with counters in the database, which all processes share. */
export const createDatabaseLimits = (database: Database, clock: Clock): Limits => ({
  async consume({ key, max, windowMs, cost }, connection = database) {
    const now = clock.now();
    const counter = await incrementCounter(connection, key, now, new Date(now.getTime() + windowMs), cost);
    return counter.count > max ? counter.resetsAt : undefined;
  },
  restore: ({ key, cost }, connection = database) => decrementCounter(connection, key, cost),
});
