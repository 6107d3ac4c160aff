import type { Static, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { Dispute, PaymentEvent, ProviderRefund } from './PaymentProvider';

/*
 * What the shop reads of Stripe's objects, in messages and in answers. The endpoint's API version decides how the
 * former look, so they are checked, not only typed.
 */
const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = Type.String({ minLength: 1 });
/** An object by its id, or with all its fields if that was asked for. */
const Reference = Nullable(Type.Union([Text, Type.Object({ id: Text })]));

/** What is read when a page is opened. Its address is null once it takes no money anymore. */
export const StripePage = Type.Object({ id: Text, url: Nullable(Text) });
export const StripeSession = Type.Object({
  id: Text,
  client_reference_id: Nullable(Type.String()),
  status: Nullable(Type.String()),
  payment_status: Type.String(),
  amount_total: Nullable(Type.Integer()),
  currency: Nullable(Type.String()),
  payment_intent: Reference,
});
export const StripeRefund = Type.Object({
  id: Text,
  amount: Type.Integer(),
  currency: Type.String(),
  status: Nullable(Type.String()),
  failure_reason: Type.Optional(Type.String()),
  metadata: Nullable(Type.Record(Type.String(), Type.String())),
  payment_intent: Reference,
});
const StripeDispute = Type.Object({
  amount: Type.Integer(),
  status: Type.String(),
  reason: Type.String(),
  payment_intent: Reference,
});
const StripeEvent = Type.Object({
  id: Text,
  type: Type.String(),
  livemode: Type.Boolean(),
  data: Type.Object({ object: Type.Unknown() }),
});
type StripeSession = Static<typeof StripeSession>;
type StripeRefund = Static<typeof StripeRefund>;
type StripeDispute = Static<typeof StripeDispute>;

/** @throws {Error} if an answer is something else, as one from a proxy in between. */
export const requireStripe = <T extends TSchema>(schema: T, answer: unknown): Static<T> => {
  if (Check(schema, answer)) return answer;
  throw new Error('Stripe answered with something unknown.');
};

export const readId = (reference: Static<typeof Reference>): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

const PROVIDER_STATES: Readonly<Record<string, ProviderRefund['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export const toRefund = ({ id, amount, currency, status, failure_reason: reason, metadata }: StripeRefund) =>
  ({
    id,
    refundId: metadata?.['refund_id'] ?? null,
    amountCents: amount,
    currency: currency.toUpperCase(),
    state: PROVIDER_STATES[status ?? ''] ?? 'pending',
    reason: reason ?? (status === 'canceled' ? 'canceled' : ''),
  }) satisfies ProviderRefund;

/** `warning_…`: the bank asks before it takes the money back; closed without that, or prevented, is as good as won. */
const DISPUTE_STATES: Readonly<Record<string, Dispute['state']>> = {
  won: 'won',
  warning_closed: 'won',
  prevented: 'won',
  lost: 'lost',
};

/** Null if it is no payment of the shop. */
export const toSessionEvent = (
  id: string,
  session: StripeSession,
  kind: 'succeeded' | 'failed' | 'expired',
): PaymentEvent | null => {
  const { client_reference_id: paymentId, amount_total: amountCents, currency } = session;
  if (!paymentId) return null;
  const payment = { id: paymentId };
  if (kind === 'expired') return { id, payment, kind, pageId: session.id };
  if (kind === 'failed') return { id, payment, kind };
  if (amountCents === null || currency === null) return null;
  return {
    id,
    payment,
    kind,
    amountCents,
    currency: currency.toUpperCase(),
    reference: readId(session.payment_intent),
  };
};

/** Null if the refund is of something that no page of the shop took. */
export const toRefundEvent = (id: string, refund: StripeRefund): PaymentEvent | null => {
  const reference = readId(refund.payment_intent);
  return reference === null ? null : { id, payment: { reference }, kind: 'refund-changed', refund: toRefund(refund) };
};

const toDisputeEvent = (id: string, { payment_intent: intent, status, amount, reason }: StripeDispute) => {
  const reference = readId(intent);
  if (reference === null) return null;
  const dispute = { state: DISPUTE_STATES[status] ?? 'open', amountCents: amount, reason };
  return { id, payment: { reference }, kind: 'dispute-changed', dispute } satisfies PaymentEvent;
};

/** Null: it means nothing to the shop. Undefined: it is not what the type promises. */
type Reader = (id: string, object: unknown) => PaymentEvent | null | undefined;

const ifChecked =
  <T extends TSchema>(schema: T, read: (id: string, object: Static<T>) => PaymentEvent | null): Reader =>
  (id, object) =>
    Check(schema, object) ? read(id, object) : undefined;

const readRefund = ifChecked(StripeRefund, toRefundEvent);
const readDispute = ifChecked(StripeDispute, toDisputeEvent);
const readPaid = ifChecked(StripeSession, (id, session) =>
  // Some methods take days after the page: another message says how it ended.
  session.payment_status === 'paid' ? toSessionEvent(id, session, 'succeeded') : null,
);
/**
 * docs/payments.md lists these for the endpoint. Not `charge.refunded`: it names no refund, and `refund.created` comes
 * for each, also for one that somebody made in Stripe's dashboard.
 */
const READERS: Readonly<Record<string, Reader>> = {
  'checkout.session.completed': readPaid,
  'checkout.session.async_payment_succeeded': readPaid,
  'checkout.session.async_payment_failed': ifChecked(StripeSession, (id, session) =>
    toSessionEvent(id, session, 'failed'),
  ),
  'checkout.session.expired': ifChecked(StripeSession, (id, session) => toSessionEvent(id, session, 'expired')),
  'refund.created': readRefund,
  'refund.updated': readRefund,
  'refund.failed': readRefund,
  'charge.refund.updated': readRefund,
  'charge.dispute.created': readDispute,
  'charge.dispute.updated': readDispute,
  'charge.dispute.closed': readDispute,
};

/**
 * Reads a verified message. Returns null if it means nothing to the shop, and undefined if it is malformed or of the
 * other mode: a payment of Stripe's test mode buys nothing.
 */
export const readStripeEvent = (event: unknown, livemode: boolean): PaymentEvent | null | undefined => {
  if (!Check(StripeEvent, event) || event.livemode !== livemode) return undefined;
  return Object.hasOwn(READERS, event.type) ? READERS[event.type]?.(event.id, event.data.object) : null;
};
