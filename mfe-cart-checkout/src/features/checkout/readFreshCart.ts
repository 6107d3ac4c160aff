import type { PricedCart } from '@shop/contracts';

const isPricedCart = (cart: unknown): cart is PricedCart =>
  typeof cart === 'object' &&
  cart !== null &&
  'coupon' in cart &&
  'lines' in cart &&
  Array.isArray(cart.lines) &&
  cart.lines.every(
    (line: unknown) =>
      typeof line === 'object' && line !== null && 'unit_price' in line && typeof line.unit_price === 'number',
  );

/** Returns the cart in a 409 response, or undefined if there is none. */
export const readFreshCart = (body: unknown): PricedCart | undefined =>
  typeof body === 'object' && body !== null && 'cart' in body && isPricedCart(body.cart) ? body.cart : undefined;
