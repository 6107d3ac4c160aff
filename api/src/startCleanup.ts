import type { AppContext } from './AppContext';
import { HOUR_MS } from './clock';
import { cancelUnpaidOrders } from './modules/orders/cancelOrder';
import { generateSlots } from './modules/delivery/deliveryRepository';
import { closeCanceledPages } from './modules/payments/closeCanceledPages';
import type { PaymentProvider } from './modules/payments/PaymentProvider';
import { adoptOwedPayments } from './modules/payments/oweRefund';
import { endForgottenHolds } from './modules/orders/endHold';
import { enforceRetention } from './retention';
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
    const tasks: Readonly<Record<string, Promise<unknown>>> = {
      ...enforceRetention(context.database, now),
      'canceling unpaid orders': cancelUnpaidOrders(context).then(() => closeCanceledPages(context, provider)),
      'ending forgotten payments': endForgottenHolds(context.database),
      'owing refunds': adoptOwedPayments(context.database, context.clock.now()),
      'adding delivery slots': generateSlots(context.database, now),
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
