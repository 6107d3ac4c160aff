import type { Result } from '../api-client/apiClient';
import type { KeptCart, OrderItemInput, PricedCart } from '../contracts/cart';

/** What a cart is: products and how many. Prices are the server's. */
export interface CartContents {
  readonly items: readonly OrderItemInput[];
  readonly couponCode: string | null;
}

/** Where carts are priced and kept. An answer of null has no effect: the sample data's. */
export interface CartGateway {
  /** Prices, stock and discount as they are now; keeps nothing. */
  check(cart: CartContents): Promise<Result<PricedCart | null>>;
  /** The cart kept for whoever is signed in. */
  read(): Promise<Result<KeptCart>>;
  /**
   * Replaces the kept cart of this version; refused with 409 and the kept one (`readKeptCart`) where it was changed
   * elsewhere.
   */
  save(cart: CartContents & { readonly version: number }): Promise<Result<KeptCart>>;
  applyCoupon(code: string, items: readonly OrderItemInput[]): Promise<Result<PricedCart | null>>;
  removeCoupon(): Promise<Result<unknown>>;
}
