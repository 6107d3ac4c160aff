import type { Result } from '../api-client/apiClient';
import type { Order, PlaceOrderBody } from '../contracts/orders';

export interface CheckoutGateway {
  /** The same key answers the same order, so a lost answer can be asked for again. */
  placeOrder(body: PlaceOrderBody, idempotencyKey: string): Promise<Result<Order>>;
  order(number: string, signal?: AbortSignal): Promise<Result<Order>>;
}
