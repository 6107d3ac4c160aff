import type { Queryable } from '../database/Database';

/** At most `max` uses of a key within a window, which starts with the first use. */
export interface Limit {
  /** What is counted, as an HMAC so that it contains no personal data. */
  readonly key: string;
  readonly max: number;
  readonly windowMs: number;
  /** Number of uses that are consumed at once; 1 by default. */
  readonly cost?: number;
}

/** Rate limits, shared by all processes of the API. */
export interface Limits {
  /**
   * Consumes a use, before anything else is checked. Returns undefined if it is allowed, otherwise when the window
   * ends. Inside a transaction, pass its `connection`: the count becomes part of the transaction and needs no second
   * connection.
   */
  consume(limit: Limit, connection?: Queryable): Promise<Date | undefined>;
  /** Restores a use that should not count. */
  restore(limit: Limit, connection?: Queryable): Promise<void>;
}

/** Returns the value of `Retry-After`. */
export const getSecondsUntil = (now: Date, until: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
