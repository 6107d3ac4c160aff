import type { AppContext } from './AppContext';
import { addMs, DAY_MS, HOUR_MS } from './clock';
import { deleteExpired } from './modules/auth/limitsRepository';
import { getIdleCutoff } from './modules/auth/sessions';
import { deleteOldContentChanges } from './modules/content/contentChangesRepository';
import { deleteOldFiles, forgetOldImports } from './modules/catalog/import/importsRepository';
import { deleteOldContactMessages } from './modules/contact/contactRepository';
import { cancelUnpaidOrders } from './modules/orders/cancelOrder';
import { deleteExpiredHolds, generateSlots } from './modules/delivery/deliveryRepository';
import { closeCanceledPages } from './modules/payments/closeCanceledPages';
import type { PaymentProvider } from './modules/payments/PaymentProvider';
import { adoptOwedPayments } from './modules/payments/oweRefund';
import { endForgottenHolds } from './modules/orders/endHold';
import { deleteExpiredOfStaff } from './modules/staff/staffRepository';
import { getStaffIdleCutoff } from './modules/staff/staffSessions';
import type { WorkFailed } from './observability/logFailedWork';

/** The privacy page states this period. */
const CONTACT_RETENTION_MS = 365 * DAY_MS;
/** For how long a product file waits to be imported, and an import can be undone. */
const FILE_RETENTION_MS = DAY_MS;
const UNDO_RETENTION_MS = 90 * DAY_MS;

type CleanupContext = Pick<AppContext, 'database' | 'clock' | 'config'> & {
  readonly provider?: PaymentProvider | undefined;
  readonly onError: WorkFailed;
};

interface Cleanup {
  stop(): void;
  /** Resolves when the current run is done. */
  settled(): Promise<void>;
}

/**
 * Every hour, deletes expired codes, challenges, sessions, counters, old messages and product files, cancels unpaid
 * orders, and adds delivery slots.
 */
export const startCleanup = ({ onError, provider, ...context }: CleanupContext): Cleanup => {
  let running: Promise<unknown> = Promise.resolve();
  const runCleanup = (): void => {
    const now = context.clock.now();
    const tasks: Readonly<Record<string, Promise<unknown>>> = {
      'deleting expired codes, sessions and counters': deleteExpired(
        context.database,
        now,
        addMs(now, -DAY_MS),
        getIdleCutoff(now),
      ),
      'deleting old changes of the content': deleteOldContentChanges(context.database, addMs(now, -DAY_MS)),
      'deleting old messages': deleteOldContactMessages(context.database, addMs(now, -CONTACT_RETENTION_MS)),
      'deleting old product files': deleteOldFiles(context.database, addMs(now, -FILE_RETENTION_MS)),
      'forgetting old imports': forgetOldImports(context.database, addMs(now, -UNDO_RETENTION_MS)),
      'canceling unpaid orders': cancelUnpaidOrders(context).then(() => closeCanceledPages(context, provider)),
      'ending forgotten payments': endForgottenHolds(context.database),
      'owing refunds': adoptOwedPayments(context.database, context.clock.now()),
      'deleting expired sessions of staff': deleteExpiredOfStaff(context.database, now, getStaffIdleCutoff(now)),
      'adding delivery slots': generateSlots(context.database, now),
      'deleting expired places of slots': deleteExpiredHolds(context.database, now),
    };
    running = Promise.all(
      Object.entries(tasks).map(([work, task]) => task.catch((error: unknown) => onError(error, work))),
    );
  };
  const timer = setInterval(runCleanup, HOUR_MS);
  runCleanup();
  return {
    settled: async () => void (await running),
    stop: () => clearInterval(timer),
  };
};
