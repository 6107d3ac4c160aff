import type { AppContext } from '../../AppContext';
import { aJob } from '../../audit/Actor';
import { addMs, HOUR_MS, MINUTE_MS } from '../../clock';
import type { OrderContext } from '../orders/changeOrder';
import { HAND_PROVIDERS } from './handPayments';
import type { MerchantMailContext } from './insertMerchantMail';
import { PaymentRefused, type PaymentProvider, type ProviderRefund } from './PaymentProvider';
import {
  claimDueRefund,
  findReceived,
  postponeRefund,
  type ReceivedPayment,
  type StoredRefund,
} from './refundsRepository';
import { failRefund, settleRefund } from './settleRefund';

const PROVIDER_TIMEOUT_MS = 30_000;
/** Longer than two calls of the provider take, so an older claim belongs to a dead process. */
const CLAIM_LIFETIME_MS = 2 * MINUTE_MS;
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS];

const SENDING = aJob('Sending refunds');

export type RefundContext = Pick<AppContext, 'database' | 'clock'> &
  OrderContext &
  MerchantMailContext & { readonly provider: PaymentProvider | undefined };

/** What has become of a refund: `unknown` is tried again by the queue. */
export interface RefundOutcome {
  readonly refund: StoredRefund;
  readonly state: 'sent' | 'failed' | 'unknown';
  /** The provider's id, or why it was not sent. */
  readonly detail: string;
}

/** Sends a refund, or finds that an attempt without an answer has sent it. */
const requestRefund = async (
  provider: PaymentProvider,
  { id: refundId, amountCents, currency, attempts }: StoredRefund,
  { id: paymentId, pageId, reference }: ReceivedPayment,
): Promise<ProviderRefund> => {
  const known = { paymentId, pageId, reference };
  if (attempts > 1) {
    const events = await provider.ask(known, AbortSignal.timeout(PROVIDER_TIMEOUT_MS));
    const sent = events.find((event) => event.kind === 'refund-changed' && event.refund.refundId === refundId);
    if (sent?.kind === 'refund-changed') return sent.refund;
  }
  const signal = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  return provider.refund({ ...known, refundId, amountCents, currency, signal });
};

const sendRefund = async (
  context: RefundContext,
  refund: StoredRefund,
  payment: ReceivedPayment | undefined,
): Promise<Omit<RefundOutcome, 'refund'>> => {
  const { database, clock, provider } = context;
  const fail = async (failure: string, providerId: string | null = null): Promise<Omit<RefundOutcome, 'refund'>> => {
    await database.transaction((connection) =>
      failRefund(context, connection, refund, { failure, providerId, actor: SENDING, now: clock.now() }),
    );
    return { state: 'failed', detail: failure };
  };
  const settle = async (sent: Parameters<typeof settleRefund>[3]): Promise<Omit<RefundOutcome, 'refund'>> => {
    await database.transaction((connection) => settleRefund(context, connection, refund, sent, clock.now()));
    return { state: 'sent', detail: sent?.id ?? 'by hand' };
  };
  if (payment && HAND_PROVIDERS.includes(payment.provider)) return settle(null);
  if (!payment || provider?.name !== payment.provider)
    return fail(`It was paid through "${payment?.provider ?? 'nobody'}", and PAYMENT_PROVIDER names another.`);
  let sent: ProviderRefund;
  try {
    sent = await requestRefund(provider, refund, payment);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof PaymentRefused) return fail(reason);
    const pauseMs = PAUSES_MS[refund.attempts - 1] ?? HOUR_MS;
    // If this fails, too, the claim expires.
    await postponeRefund(database, refund.id, addMs(clock.now(), pauseMs)).catch(() => undefined);
    return { state: 'unknown', detail: reason };
  }
  const { id, state, reason } = sent;
  return state === 'failed' ? fail(reason, id) : settle({ id, state });
};

/**
 * Sends what is due, or with `ids` these refunds at once, each at most once: by a claim, the provider's idempotency
 * key, and a question before each further attempt.
 */
export const sendDueRefunds = async (
  context: RefundContext,
  { ids, signal }: { readonly ids?: readonly string[]; readonly signal?: AbortSignal } = {},
): Promise<RefundOutcome[]> => {
  const { database, clock } = context;
  const outcomes: RefundOutcome[] = [];
  const left = ids && new Set(ids);
  while (!signal?.aborted && left?.size !== 0) {
    const now = clock.now();
    const expiredBefore = addMs(now, -CLAIM_LIFETIME_MS);
    const refund = await claimDueRefund(database, { now, expiredBefore, ...(left && { ids: [...left] }) });
    if (!refund) break;
    left?.delete(refund.id);
    const payment = (await findReceived(database, refund.orderNumber)).find(({ id }) => id === refund.paymentId);
    outcomes.push({ refund, ...(await sendRefund(context, refund, payment)) });
  }
  return outcomes;
};
