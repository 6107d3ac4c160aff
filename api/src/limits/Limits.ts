import type { Queryable } from '../database/Database';

/** How often something may be done in a while that begins with its first time. */
export interface Limit {
  /** Whom it counts, without what anybody could read: a keyed hash. */
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
  /** How many turns it takes at once; 1 unless given. */
  readonly cost?: number;
}

/** Counts tries of one network or address, for all processes of the API together. */
export interface Limits {
  /**
   * Takes a turn, counted before anything is looked at. Answers undefined where it may go on, else when the window
   * ends. Within a transaction, `connection` is the one it runs on: counts in the database become part of it, and none
   * waits for a second connection.
   */
  take(limit: Limit, connection?: Queryable): Promise<Date | undefined>;
  /** Gives a turn back that should not count after all. */
  giveBack(limit: Limit, connection?: Queryable): Promise<void>;
}

/** What `Retry-After` says. */
export const secondsUntil = (now: Date, until: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
