import type { IncomingHttpHeaders } from 'node:http';

/** What is to be paid, as a provider is told. */
export interface PaymentRequest {
  /** The shop's own id of this payment; the provider's messages name it. */
  readonly paymentId: string;
  readonly orderNumber: string;
  readonly amountCents: number;
  readonly currency: 'USD';
  /** Where the shopper goes on afterwards, paid or not. */
  readonly returnUrl: string;
}

/** What a provider says happened; proven to be from it. */
export interface PaymentEvent {
  /** The same however often it is told. */
  readonly id: string;
  readonly kind: 'succeeded' | 'failed';
  readonly paymentId: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** Money that is to go back to who paid it. */
export interface RefundRequest {
  readonly paymentId: string;
  readonly amountCents: number;
  readonly currency: string;
  /**
   * The same whenever this money is sent back: a provider that did it answers what it answered then, and sends nothing
   * twice.
   */
  readonly idempotencyKey: string;
  /** When the shop waits no longer: it asks again later, by the same key. */
  readonly signal: AbortSignal;
}

/**
 * Somebody who takes money for the shop on pages of their own: card data never touches the shop. Write one for a real
 * provider, add it to createPaymentProvider, and name it in PAYMENT_PROVIDER.
 */
export interface PaymentProvider {
  readonly name: string;
  /** Answers the provider's page. Throws where it cannot be reached: the order waits, and the shopper tries again. */
  start(request: PaymentRequest): Promise<{ readonly url: string }>;
  /**
   * Reads a message of the provider; undefined where it is not signed by it, or signed too long ago. `rawBody` as it
   * came, byte by byte.
   */
  readEvent(rawBody: string, headers: IncomingHttpHeaders): PaymentEvent | undefined;
  /**
   * Sends back what a payment brought, once for each key. Throws where that is refused or not known to have happened.
   */
  refund(request: RefundRequest): Promise<{ readonly refundId: string }>;
}
