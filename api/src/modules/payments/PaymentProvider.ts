import type { IncomingHttpHeaders } from 'node:http';

/** A payment to start. */
export interface PaymentRequest {
  /** The shop's id of the payment, which the provider's messages contain. */
  readonly paymentId: string;
  readonly orderNumber: string;
  readonly amountCents: number;
  readonly currency: 'USD';
  /** Where the customer returns to, whether they paid or not. */
  readonly returnUrl: string;
}

/** A verified message of the provider. */
export interface PaymentEvent {
  /** The same for repeated deliveries of the event. */
  readonly id: string;
  readonly kind: 'succeeded' | 'failed';
  readonly paymentId: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** A refund to send. */
export interface RefundRequest {
  readonly paymentId: string;
  readonly amountCents: number;
  readonly currency: string;
  /** The same for every attempt to refund this payment, so that the provider sends it only once. */
  readonly idempotencyKey: string;
  /** Aborts the request; it can be repeated later with the same key. */
  readonly signal: AbortSignal;
}

/**
 * A payment provider with hosted payment pages, so that card data never reaches the shop. To add one, implement this
 * interface, add it to createPaymentProvider, and name it in PAYMENT_PROVIDER.
 */
export interface PaymentProvider {
  readonly name: string;
  /** Returns the URL of the payment page. Rejects if the provider is unreachable; the customer can try again. */
  start(request: PaymentRequest): Promise<{ readonly url: string }>;
  /**
   * Verifies and parses a message of the provider. Returns undefined if the signature is invalid or too old. `rawBody`
   * must be unchanged, because it is signed.
   */
  readEvent(rawBody: string, headers: IncomingHttpHeaders): PaymentEvent | undefined;
  /** Refunds a payment, once per key. Rejects if the refund was declined or its outcome is unknown. */
  refund(request: RefundRequest): Promise<{ readonly refundId: string }>;
}
