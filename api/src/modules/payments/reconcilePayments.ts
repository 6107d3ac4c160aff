import type { AppContext } from '../../AppContext';
import { addMs, MINUTE_MS } from '../../clock';
import { closeCanceledPages, OLDEST_PAGE_MS } from './closeCanceledPages';
import type { PaymentProvider } from './PaymentProvider';
import { findUncertainPayments } from './paymentsRepository';
import { receivePaymentEvent, type EventContext } from './receivePaymentEvent';

/** Messages of the provider have usually arrived by then. */
const PATIENCE_MS = 15 * MINUTE_MS;
const TIMEOUT_MS = 30_000;

export interface Reconciled {
  readonly asked: number;
  /** Payments and pages for which the provider gave no answer. */
  readonly failed: number;
}

/** Closes pages of canceled orders, and asks the provider about payments and refunds whose messages may be lost. */
export const reconcilePayments = async (
  context: EventContext & Partial<Pick<AppContext, 'metrics'>>,
  provider: PaymentProvider | undefined,
  { patienceMs = PATIENCE_MS, signal }: { readonly patienceMs?: number; readonly signal?: AbortSignal } = {},
): Promise<Reconciled> => {
  if (!provider) return { asked: 0, failed: 0 };
  const now = context.clock.now();
  const payments = await findUncertainPayments(context.database, provider.name, {
    openedBefore: addMs(now, -patienceMs),
    openedAfter: addMs(now, -OLDEST_PAGE_MS),
  });
  let failed = await closeCanceledPages(context, provider, { ...(signal && { signal }) });
  for (const payment of payments) {
    if (signal?.aborted) break;
    try {
      for (const event of await provider.ask(payment, AbortSignal.timeout(TIMEOUT_MS)))
        await receivePaymentEvent(context, provider.name, event);
    } catch {
      failed += 1; // the next run asks again
    }
  }
  return { asked: payments.length, failed };
};
