import type { AppWorld } from './buildApp';
import { DAY_MS, HOUR_MS, later } from './modules/auth/AuthWorld';
import { deleteExpired } from './modules/auth/limitsRepository';
import { idleSince } from './modules/auth/sessions';
import { deleteOldContactMessages } from './modules/contact/contactRepository';
import { cancelUnpaidOrders } from './modules/orders/cancelOrder';

/** As the privacy page says. */
const CONTACT_KEPT_MS = 365 * DAY_MS;

type CleaningWorld = Pick<AppWorld, 'database' | 'clock' | 'config'> & { readonly onError: (error: unknown) => void };

/** Removes expired codes, challenges, sessions, counts and old messages, and cancels what nobody paid: every hour until stopped. */
export const startCleaning = ({ onError, ...world }: CleaningWorld): { stop(): void } => {
  const clean = (): void => {
    const now = world.clock.now();
    deleteExpired(world.database, now, later(now, -DAY_MS), idleSince(now)).catch(onError);
    deleteOldContactMessages(world.database, later(now, -CONTACT_KEPT_MS)).catch(onError);
    cancelUnpaidOrders(world).catch(onError);
  };
  const timer = setInterval(clean, HOUR_MS);
  clean();
  return { stop: () => clearInterval(timer) };
};
