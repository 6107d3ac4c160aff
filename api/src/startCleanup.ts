import type { AppContext } from './AppContext';
import { addMs, DAY_MS, HOUR_MS } from './clock';
import { deleteExpired } from './modules/auth/limitsRepository';
import { getIdleCutoff } from './modules/auth/sessions';
import { deleteOldContactMessages } from './modules/contact/contactRepository';
import { cancelUnpaidOrders } from './modules/orders/cancelOrder';
import { deleteExpiredHolds, generateSlots } from './modules/delivery/deliveryRepository';
import { endForgottenHolds } from './modules/orders/endHold';

/** The privacy page states this period. */
const CONTACT_RETENTION_MS = 365 * DAY_MS;

type CleanupContext = Pick<AppContext, 'database' | 'clock' | 'config'> & {
  readonly onError: (error: unknown) => void;
};

interface Cleanup {
  stop(): void;
  /** Resolves when the current run is done. */
  settled(): Promise<void>;
}

/**
 * Every hour, deletes expired codes, challenges, sessions, counters and old messages, cancels unpaid orders, and adds
 * delivery slots.
 */
export const startCleanup = ({ onError, ...context }: CleanupContext): Cleanup => {
  let running: Promise<unknown> = Promise.resolve();
  const runCleanup = (): void => {
    const now = context.clock.now();
    const tasks = [
      deleteExpired(context.database, now, addMs(now, -DAY_MS), getIdleCutoff(now)),
      deleteOldContactMessages(context.database, addMs(now, -CONTACT_RETENTION_MS)),
      cancelUnpaidOrders(context),
      endForgottenHolds(context.database),
      generateSlots(context.database, now),
      deleteExpiredHolds(context.database, now),
    ];
    running = Promise.all(tasks.map((task) => task.catch(onError)));
  };
  const timer = setInterval(runCleanup, HOUR_MS);
  runCleanup();
  return {
    settled: async () => void (await running),
    stop: () => clearInterval(timer),
  };
};
