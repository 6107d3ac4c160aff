import { isShownCurrency, type ShownCurrency } from '@shop/shared/state';
import type { CartContents } from '@shop/shared/gateways';

/** What the host of another storefront sends along with its visitor. */
export interface ArrivedCart extends CartContents {
  readonly currency: ShownCurrency;
}

/** A fragment, which browsers send to no server. */
const PREFIX = '#cart=';

/** Returns "#cart=…"; without a cart for customers, whose cart is on the server. */
export const formatCartHash = (cart: ArrivedCart | null): string => {
  if (!cart) return PREFIX;
  const lines = cart.items.map(({ product_id, variant_id, quantity }) => [product_id, variant_id, quantity]);
  return PREFIX + encodeURIComponent(JSON.stringify([lines, cart.couponCode, cart.currency]));
};

const isLine = (value: unknown): value is readonly [string, string | null, number] =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  (value[1] === null || typeof value[1] === 'string') &&
  Number.isInteger(value[2]) &&
  value[2] > 0;

/** Parses a fragment. Anybody can write one: the API decides what its lines are worth. */
export const parseCartHash = (hash: string): ArrivedCart | null => {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(hash.slice(PREFIX.length)));
    if (!Array.isArray(value)) return null;
    const [lines, couponCode, currency] = value as unknown[];
    if (!Array.isArray(lines) || !lines.every(isLine) || !isShownCurrency(currency)) return null;
    return {
      items: lines.map(([product_id, variant_id, quantity]) => ({ product_id, variant_id, quantity })),
      couponCode: typeof couponCode === 'string' ? couponCode : null,
      currency,
    };
  } catch {
    return null;
  }
};
