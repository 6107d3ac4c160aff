import type { AppContext } from '../../AppContext';
import { addMs, DAY_MS } from '../../clock';
import type { PaymentProvider } from './PaymentProvider';
import { findCanceledPages } from './paymentsRepository';

/** Longer than any payment page is open. */
export const OLDEST_PAGE_MS = 4 * DAY_MS;
/** Of all pages together. */
const TIMEOUT_MS = 30_000;

/**
 * Closes open payment pages of canceled orders, or of one of them, after its cancellation is committed. Returns how
 * many the provider did not answer for: the reconciliation repeats it until the provider says that they are closed.
 */
export const closeCanceledPages = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  provider: PaymentProvider | undefined,
  { number, signal: stopped }: { readonly number?: string; readonly signal?: AbortSignal } = {},
): Promise<number> => {
  if (!provider) return 0;
  const pages = await findCanceledPages(database, provider.name, {
    orderNumber: number ?? null,
    openedAfter: addMs(clock.now(), -OLDEST_PAGE_MS),
  });
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const signal = stopped ? AbortSignal.any([stopped, limit]) : limit;
  let failed = 0;
  for (const pageId of pages) {
    if (signal.aborted) break;
    await provider.close(pageId, signal).catch(() => void (failed += 1));
  }
  return failed;
};
