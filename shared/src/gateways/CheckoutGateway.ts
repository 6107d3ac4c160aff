import type { Result } from '../api-client/apiClient';
import type { Order, PlaceOrderBody } from '../contracts/orders';
import type { PaymentOption } from '../contracts/payments';

/** A line of 'Your order' in the checkout. */
export interface CheckoutLine {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly category: string;
  readonly price: number;
  readonly quantity: number;
}

export interface CheckoutGateway {
  /** Fixed lines of 'Your order' (sample data); null to use the cart. */
  readonly fixedLines: readonly CheckoutLine[] | null;
  /** The same key returns the same order, so a call without a response can be retried. */
  placeOrder(body: PlaceOrderBody, idempotencyKey: string): Promise<Result<Order>>;
  order(number: string, signal?: AbortSignal): Promise<Result<Order>>;
  /** Opens a guest's order in another browser by its email address. */
  openGuestOrder(number: string, email: string): Promise<Result<Order>>;
  paymentMethods(): Promise<Result<PaymentOption[]>>;
  /** Returns the URL of the payment provider's page for a pending payment. */
  startPayment(number: string): Promise<Result<string>>;
}
