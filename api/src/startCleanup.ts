import type { AppContext } from './AppContext';
import { HOUR_MS } from './clock';
import { cancelUnpaidOrders } from './modules/orders/cancelOrder';
import { generateSlots } from './modules/delivery/deliveryRepository';
import { closeCanceledPages } from './modules/payments/closeCanceledPages';
import type { PaymentProvider } from './modules/payments/PaymentProvider';
import { adoptOwedPayments } from './modules/payments/oweRefund';
import { endForgottenHolds } from './modules/orders/endHold';
import { listRetentionWork } from './retention';
import type { WorkFailed } from './observability/logFailedWork';

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
 * Every hour, deletes what has been kept for long enough (`RETENTION`), cancels unpaid orders, and adds delivery slots.
 */
export const startCleanup = ({ onError, provider, ...context }: CleanupContext): Cleanup => {
  let running: Promise<unknown> = Promise.resolve();
  const runCleanup = (): void => {
    const now = context.clock.now();
    const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
      'canceling unpaid orders': () => cancelUnpaidOrders(context).then(() => closeCanceledPages(context, provider)),
      'ending forgotten payments': () => endForgottenHolds(context.database),
      'owing refunds': () => adoptOwedPayments(context.database, context.clock.now()),
      'adding delivery slots': () => generateSlots(context.database, now),
      ...listRetentionWork(context.database, now),
    };
    // One after another: together, they would take the connections of those who buy.
    const runAll = async (): Promise<void> => {
      for (const [work, task] of Object.entries(tasks)) await task().catch((error: unknown) => onError(error, work));
    };
    running = runAll();
  };
  const timer = setInterval(runCleanup, HOUR_MS);
  runCleanup();
  return {
    settled: async () => void (await running),
    stop: () => clearInterval(timer),
  };
};
