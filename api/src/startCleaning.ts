import type { AppContext } from './AppContext';
import { addMs, DAY_MS, HOUR_MS } from './clock';
import { deleteExpired } from './modules/auth/limitsRepository';
import { idleSince } from './modules/auth/sessions';
import { deleteOldContactMessages } from './modules/contact/contactRepository';
import { cancelUnpaidOrders } from './modules/orders/cancelOrder';

/** As the privacy page says. */
const CONTACT_KEPT_MS = 365 * DAY_MS;

type CleaningContext = Pick<AppContext, 'database' | 'clock' | 'config'> & {
  readonly onError: (error: unknown) => void;
};

interface Cleaning {
  stop(): void;
  /** Resolves when the last round is done. */
  cleaned(): Promise<void>;
}

/**
 * Removes expired codes, challenges, sessions, counts and old messages, and cancels what nobody paid: every hour until
 * stopped.
 */
export const startCleaning = ({ onError, ...context }: CleaningContext): Cleaning => {
  let cleaning: Promise<unknown> = Promise.resolve();
  const clean = (): void => {
    const now = context.clock.now();
    const tasks = [
      deleteExpired(context.database, now, addMs(now, -DAY_MS), idleSince(now)),
      deleteOldContactMessages(context.database, addMs(now, -CONTACT_KEPT_MS)),
      cancelUnpaidOrders(context),
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
