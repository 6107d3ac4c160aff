import type { AppContext } from '../../AppContext';
import type { Queryable } from '../../database/Database';
import { addMs, MINUTE_MS } from '../../clock';
import type { PaymentProvider } from './PaymentProvider';
import { claimRefund, markRefunded, unclaimRefund, type TakenPayment } from './paymentsRepository';

const PROVIDER_TIMEOUT_MS = 30_000;
/** Longer than the provider is waited for: whoever claimed before that does not live any more. */
const CLAIM_MS = 2 * MINUTE_MS;

/** One for each payment, for ever: whoever asks again, also after a crash, asks for the same refund. */
const keyOf = ({ id }: TakenPayment): string => `refund-${id}`;

/**
 * Sends an owed payment back, at most once: one process has the turn, the provider knows the key, and the row says when
 * it is done. `alsoWrite` is part of the transaction that says so. Answers the provider's name for the refund;
 * undefined where another has the turn. Throws where the provider does; the payment is owed as before then.
 */
export const sendRefund = async (
  { database, clock, provider }: Pick<AppContext, 'database' | 'clock'> & { readonly provider: PaymentProvider },
  payment: TakenPayment,
  alsoWrite: (connection: Queryable, refundId: string) => Promise<void>,
): Promise<string | undefined> => {
  const claimedAt = clock.now();
  if (!(await claimRefund(database, payment.id, claimedAt, addMs(claimedAt, -CLAIM_MS)))) return undefined;
  try {
    const { refundId } = await provider.refund({
      paymentId: payment.id,
      amountCents: payment.amountCents,
      currency: payment.currency,
      idempotencyKey: keyOf(payment),
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
    });
    await database.transaction(async (connection) => {
      if (await markRefunded(connection, payment.id, refundId, clock.now())) await alsoWrite(connection, refundId);
    });
    return refundId;
  } catch (error) {
    // Where this fails too, the turn ends by itself.
    await unclaimRefund(database, payment.id, claimedAt).catch(() => undefined);
    throw error;
  }
};
