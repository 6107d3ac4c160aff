import type { Clock } from '../../buildApp';
import type { Database } from '../../database/Database';
import { DAY_MS, HOUR_MS, later } from './AuthWorld';
import { deleteExpired } from './limitsRepository';
import { idleSince } from './sessions';

/** Removes expired codes, challenges, sessions and counts, every hour until stopped. */
export const startCleaning = ({ database, clock, onError }: { readonly database: Database; readonly clock: Clock; readonly onError: (error: unknown) => void }): { stop(): void } => {
  const clean = (): void => {
    const now = clock.now();
    deleteExpired(database, now, later(now, -DAY_MS), idleSince(now)).catch(onError);
  };
  const timer = setInterval(clean, HOUR_MS);
  clean();
  return { stop: () => clearInterval(timer) };
};
