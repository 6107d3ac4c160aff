/** How often something may be done in a while that begins with its first time. */
export interface Limit {
  /** Whom it counts, without what anybody could read: a keyed hash. */
  readonly key: string;
  readonly most: number;
  readonly windowMs: number;
}

/** Counts tries of one network or address, for all processes of the API together. */
export interface Limits {
  /** Takes a turn, counted before anything is looked at. Answers undefined where it may go on, else when the window ends. */
  take(limit: Limit): Promise<Date | undefined>;
  /** Gives a turn back that should not count after all. */
  giveBack(limit: Limit): Promise<void>;
}

/** What `Retry-After` says. */
export const secondsUntil = (now: Date, until: Date): number => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
