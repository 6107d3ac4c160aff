import type { Clock } from '../clock';
import type { Database } from '../database/Database';
import { decrementCounter, incrementCounter } from './countersRepository';
import type { Limits } from './Limits';

/** Limits counted in the database: nothing else is needed, and every process counts together. */
export const databaseLimits = (database: Database, clock: Clock): Limits => ({
  async take({ key, most, windowMs, cost }, connection = database) {
    const now = clock.now();
    const taken = await incrementCounter(connection, key, now, new Date(now.getTime() + windowMs), cost);
    return taken.count > most ? taken.resetsAt : undefined;
  },
  giveBack: ({ key, cost }, connection = database) => decrementCounter(connection, key, cost),
});
