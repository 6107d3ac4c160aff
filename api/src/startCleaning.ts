import type { AppContext } from './buildApp';
import { DAY_MS, HOUR_MS, later } from './modules/auth/AuthWorld';
import { deleteExpired } from './modules/auth/limitsRepository';
import { idleSince } from './modules/auth/sessions';
import { deleteOldContactMessages } from './modules/contact/contactRepository';
import { cancelUnpaidOrders } from './modules/orders/cancelOrder';

/** As the privacy page says. */
const CONTACT_KEPT_MS = 365 * DAY_MS;

type CleaningWorld = Pick<AppContext, 'database' | 'clock' | 'config'> & { readonly onError: (error: unknown) => void };

interface Cleaning {
  stop(): void;
  /** Resolves when the last round is done. */
  cleaned(): Promise<void>;
}

/**
 * Removes expired codes, challenges, sessions, counts and old messages, and cancels what nobody paid: every hour until
 * stopped.
 */
export const startCleaning = ({ onError, ...world }: CleaningWorld): Cleaning => {
  let cleaning: Promise<unknown> = Promise.resolve();
  const clean = (): void => {
    const now = world.clock.now();
    const tasks = [
      deleteExpired(world.database, now, later(now, -DAY_MS), idleSince(now)),
      deleteOldContactMessages(world.database, later(now, -CONTACT_KEPT_MS)),
      cancelUnpaidOrders(world),
    ];
    cleaning = Promise.all(tasks.map((task) => task.catch(onError)));
  };
  const timer = setInterval(clean, HOUR_MS);
  clean();
  return {
    cleaned: async () => void (await cleaning),
    stop: () => clearInterval(timer),
  };
};
