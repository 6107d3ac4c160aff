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

/** A limit that has no use left. */
export interface Refusal {
  /** Its index in the list. */
  readonly index: number;
  /** When its window ends. */
  readonly until: Date;
}

/** Rate limits, shared by all processes of the API. */
export interface Limits {
  /**
   * Consumes a use of each limit, one after the other up to the first that has none left, before anything else is
   * checked: who is refused by the first does not use up the others. Inside a transaction, pass its `connection`: the
   * counts become part of the transaction and need no second connection.
   */
  consume(limits: readonly Limit[], connection?: Queryable): Promise<Refusal | undefined>;
  /** Restores a use that should not count. */
  restore(limits: readonly Limit[], connection?: Queryable): Promise<void>;
}

/** Returns the value of `Retry-After`. */
export const getSecondsUntil = (now: Date, until: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
