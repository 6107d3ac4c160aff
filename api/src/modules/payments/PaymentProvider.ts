import type { IncomingHttpHeaders } from 'node:http';

/** A payment to start. */
export interface PaymentRequest {
  /** The shop's id of the payment, which the provider's messages contain. */
  readonly paymentId: string;
  /** The page that was opened for it before; null if none was. It is given again as long as it takes money. */
  readonly pageId: string | null;
  readonly orderNumber: string;
  readonly amountCents: number;
  readonly currency: 'USD';
  /** Where the customer returns to, whether they paid or not. */
  readonly returnUrl: string;
  /** What is paid for, as a payment page lists it: "2 × Halo Diamond Ring", "1.25 kg Apples". */
  readonly lines: readonly { readonly text: string; readonly totalCents: number }[];
  /** When the order is canceled unless it is paid: the page must not take money later. */
  readonly expiresAt: Date;
}

/** An opened payment page. */
interface StartedPayment {
  readonly url: string;
  /** The provider's id of the page; null if it has none. */
  readonly pageId: string | null;
}

/** A refund as the provider knows it. */
export interface ProviderRefund {
  /** The provider's id. */
  readonly id: string;
  /** The shop's id; null if it was made at the provider. */
  readonly refundId: string | null;
  readonly amountCents: number;
  readonly currency: string;
  /** `pending`: accepted, but it can still fail. */
  readonly state: 'pending' | 'succeeded' | 'failed';
  /** Why it failed, in the provider's words; '' otherwise. */
  readonly reason: string;
}

type PaymentNews =
  | {
      readonly kind: 'succeeded';
      readonly amountCents: number;
      readonly currency: string;
      /** What refunds and disputes call the payment; null if they use the shop's id. */
      readonly reference: string | null;
    }
  /** The customer can try again. */
  | { readonly kind: 'failed' }
  /** A page of it takes no money anymore; null if the provider has no pages. Another one may be open by now. */
  | { readonly kind: 'expired'; readonly pageId: string | null }
  | { readonly kind: 'refund-changed'; readonly refund: ProviderRefund }
  | { readonly kind: 'dispute-changed'; readonly dispute: Dispute };

/** A payment that its customer disputes at the bank: the provider keeps the money back until it is decided. */
export interface Dispute {
  readonly state: 'open' | 'won' | 'lost';
  readonly amountCents: number;
  /** In the provider's words. */
  readonly reason: string;
}

/** A verified message of the provider, or what it answers when it is asked. */
export type PaymentEvent = PaymentNews & {
  /** The same for repeated deliveries of the event. */
  readonly id: string;
  /** Which payment: by the shop's id, or by the provider's `reference`. */
  readonly payment: { readonly id: string } | { readonly reference: string };
};

/** A payment that the provider is asked about. */
interface KnownPayment {
  readonly paymentId: string;
  readonly pageId: string | null;
  readonly reference: string | null;
}

/** A refund to send. */
export interface RefundRequest extends KnownPayment {
  /** The shop's id of the refund. It is also the idempotency key: every attempt requests the same refund. */
  readonly refundId: string;
  readonly amountCents: number;
  readonly currency: string;
  /** Aborts the request; it can be repeated later with the same key. */
  readonly signal: AbortSignal;
}

/** The provider refuses for good: a repeated request has the same answer. */
export class PaymentRefused extends Error {}

/**
 * A payment provider with hosted payment pages, so that card data never reaches the shop. To add one, implement this
 * interface, add it to createPaymentProvider, and name it in PAYMENT_PROVIDER.
 */
export interface PaymentProvider {
  readonly name: string;
  /** Opens the page, one per `paymentId`. Rejects if the provider is unreachable; the customer can try again. */
  start(request: PaymentRequest): Promise<StartedPayment>;
  /**
   * Closes a page, so that it takes no money; a closed or paid one stays as it is. Rejects if the provider is silent.
   */
  close(pageId: string, signal: AbortSignal): Promise<void>;
  /**
   * Verifies and parses a message of the provider. Returns undefined if the signature is invalid or too old, and null
   * if the message is genuine, but means nothing to the shop. `rawBody` must be unchanged, because it is signed.
   */
  readEvent(rawBody: string, headers: IncomingHttpHeaders): PaymentEvent | null | undefined;
  /**
   * Refunds a payment, once per `refundId`.
   * @throws {PaymentRefused} if it will never be sent. Other errors mean that the outcome is unknown.
   */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** Returns what has become of a payment and of its refunds, for messages that were lost. */
  ask(payment: KnownPayment, signal: AbortSignal): Promise<readonly PaymentEvent[]>;
}
