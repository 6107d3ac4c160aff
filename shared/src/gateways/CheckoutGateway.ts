import type { Result } from '../api-client/apiClient';
import type { CountryCode } from '@shop/contracts/countryCode';
import type { DeliveryOffer, DeliveryTime } from '@shop/contracts/delivery';
import type { Measure } from '@shop/contracts/measure';
import type { Order, PlaceOrderBody } from '@shop/contracts/orders';
import type { PaymentOption } from '@shop/contracts/payments';

/** A line of 'Your order' in the checkout. */
export interface CheckoutLine {
  readonly id: string;
  readonly name: string;
  readonly image: string;
  readonly category: string;
  readonly price: number;
  readonly quantity: number;
  readonly measure?: Measure | null | undefined;
}

/** What opens a guest's order in a browser that did not place it. */
export type GuestOrderProof = { readonly email: string } | { readonly link_key: string };

/** When vans bring food. */
export interface DeliveryGateway {
  /** Returns the next free slot of any area; null if there is none. */
  next(): Promise<Result<DeliveryTime | null>>;
  slots(query: { readonly country?: CountryCode; readonly postcode: string }): Promise<Result<DeliveryOffer>>;
  /** Keeps a place for this browser. Returns for how many minutes. */
  hold(slotId: number): Promise<Result<number>>;
}

export interface CheckoutGateway {
  /** Fixed lines of 'Your order' (sample data); null to use the cart. */
  readonly fixedLines: readonly CheckoutLine[] | null;
  /** The same key returns the same order, so a call without a response can be retried. */
  placeOrder(body: PlaceOrderBody, idempotencyKey: string): Promise<Result<Order>>;
  order(number: string, signal?: AbortSignal): Promise<Result<Order>>;
  /** Opens a guest's order in another browser by its email address, or by the key of its mail's link. */
  openGuestOrder(number: string, proof: GuestOrderProof): Promise<Result<Order>>;
  /** Loaded with its first use, because few pages ask. */
  delivery(): Promise<DeliveryGateway>;
  paymentMethods(): Promise<Result<PaymentOption[]>>;
  /** Returns the URL of the payment provider's page for a pending payment. */
  startPayment(number: string): Promise<Result<string>>;
}
