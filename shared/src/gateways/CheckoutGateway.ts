import type { Result } from '../api-client/apiClient';
import type { Order, PlaceOrderBody } from '../contracts/orders';
import type { PaymentOption } from '../contracts/payments';

/** A line of 'Your order', as the checkout lists it. */
export interface CheckoutLine {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly category: string;
  readonly price: number;
  readonly quantity: number;
}

export interface CheckoutGateway {
  /** What 'Your order' lists whatever is in the cart: the sample data's four lines; null for the cart's own. */
  readonly fixedLines: readonly CheckoutLine[] | null;
  /** The same key answers the same order, so a lost answer can be asked for again. */
  placeOrder(body: PlaceOrderBody, idempotencyKey: string): Promise<Result<Order>>;
  order(number: string, signal?: AbortSignal): Promise<Result<Order>>;
  /** A guest's order, opened in another browser by its e-mail address. */
  openGuestOrder(number: string, email: string): Promise<Result<Order>>;
  paymentMethods(): Promise<Result<PaymentOption[]>>;
  /** The payment provider's page for an order that waits for its payment. */
  startPayment(number: string): Promise<Result<string>>;
}
