import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { addMs, MINUTE_MS } from '../../clock';
import type { PaymentProvider } from './PaymentProvider';
import { claimRefund, markRefunded, unclaimRefund, type ReceivedPayment } from './paymentsRepository';

const PROVIDER_TIMEOUT_MS = 30_000;
/** Longer than the provider's timeout, so an older claim belongs to a dead process. */
const CLAIM_LIFETIME_MS = 2 * MINUTE_MS;

/** One key per payment, so that every attempt, even after a crash, requests the same refund. */
const buildIdempotencyKey = ({ id }: ReceivedPayment): string => `refund-${id}`;

/**
 * Refunds a payment at most once, by a claim, the provider's idempotency key and the payment's status. `onRefunded`
 * runs in the transaction that updates the status. Returns the provider's refund id, or undefined if another process
 * has claimed the refund. Rejects if the provider fails; the refund stays due then.
 */
export const sendRefund = async (
  { database, clock, provider }: Pick<AppContext, 'database' | 'clock'> & { readonly provider: PaymentProvider },
  payment: ReceivedPayment,
  onRefunded: (connection: Queryable, refundId: string) => Promise<void>,
): Promise<string | undefined> => {
  const claimedAt = clock.now();
  if (!(await claimRefund(database, payment.id, claimedAt, addMs(claimedAt, -CLAIM_LIFETIME_MS)))) return undefined;
  try {
    const { id: refundId } = await provider.refund({
      paymentId: payment.id,
      pageId: null,
      reference: null,
      refundId: buildIdempotencyKey(payment),
      amountCents: payment.amountCents,
      currency: payment.currency,
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    await database.transaction(async (connection) => {
      if (await markRefunded(connection, payment.id, refundId, clock.now())) await onRefunded(connection, refundId);
    });
    return refundId;
  } catch (error) {
    // If this fails too, the claim expires.
    await unclaimRefund(database, payment.id, claimedAt).catch(() => undefined);
    throw error;
  }
};
