import type { Result } from '../api-client/apiClient';
import type { KeptCart, OrderItemInput, PricedCart } from '@shop/contracts/cart';

/** Products and quantities of a cart. Prices come from the server. */
export interface CartContents {
  readonly items: readonly OrderItemInput[];
  readonly couponCode: string | null;
}

/** Prices and stores carts. A null result has no effect (sample data). */
export interface CartGateway {
  /** Returns current prices, stock and discount; stores nothing. */
  check(cart: CartContents): Promise<Result<PricedCart | null>>;
  /** Returns the customer's cart. */
  read(): Promise<Result<KeptCart>>;
  /** Replaces the customer's cart of this version. Fails with 409 and the stored cart if it changed elsewhere. */
  save(cart: CartContents & { readonly version: number }): Promise<Result<KeptCart>>;
  applyCoupon(code: string, items: readonly OrderItemInput[]): Promise<Result<PricedCart | null>>;
  removeCoupon(): Promise<Result<unknown>>;
}
