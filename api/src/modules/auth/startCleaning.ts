import type { Clock } from '../../buildApp';
import type { Database } from '../../database/Database';
import { deleteOldContactMessages } from '../contact/contactRepository';
import { DAY_MS, HOUR_MS, later } from './AuthWorld';
import { deleteExpired } from './limitsRepository';
import { idleSince } from './sessions';

/** As the privacy page says. */
const CONTACT_KEPT_MS = 365 * DAY_MS;

/** Removes expired codes, challenges, sessions, counts and old messages, every hour until stopped. */
export const startCleaning = ({ database, clock, onError }: { readonly database: Database; readonly clock: Clock; readonly onError: (error: unknown) => void }): { stop(): void } => {
  const clean = (): void => {
    const now = clock.now();
    deleteExpired(database, now, later(now, -DAY_MS), idleSince(now)).catch(onError);
    deleteOldContactMessages(database, later(now, -CONTACT_KEPT_MS)).catch(onError);
  };
  const timer = setInterval(clean, HOUR_MS);
  clean();
  return { stop: () => clearInterval(timer) };
};
