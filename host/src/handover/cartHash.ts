import type { Choices } from '@shop/shared/contracts';
import { isShownCurrency, type ShownCurrency } from '@shop/shared/state';
import type { CartContents } from '@shop/shared/gateways';

/** A guest's cart at the host of another storefront. */
interface ArrivedCart extends CartContents {
  readonly currency: ShownCurrency;
}

/** What the host of another storefront sends along with its visitor. */
export interface Handover {
  readonly id: string;
  /** Ids of the hand-overs that have arrived there. */
  readonly received: readonly string[];
  /** Null for customers, whose cart is on the server. */
  readonly cart: ArrivedCart | null;
}

/** A fragment, which browsers send to no server. */
const PREFIX = '#cart=';

/** Returns "#cart=…". */
export const formatCartHash = ({ id, received, cart }: Handover): string => {
  const lines = cart?.items.map(({ product_id, variant_id, quantity, choices }) => [
    product_id,
    variant_id,
    quantity,
    choices,
  ]);
  return PREFIX + encodeURIComponent(JSON.stringify([id, received, lines, cart?.couponCode, cart?.currency]));
};

const isLine = (value: unknown): value is readonly [string, string | null, number, Choices | null] =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  (value[1] === null || typeof value[1] === 'string') &&
  Number.isInteger(value[2]) &&
  value[2] > 0 &&
  (value[3] === undefined || typeof value[3] === 'object');

const toCart = (lines: unknown, couponCode: unknown, currency: unknown): ArrivedCart | null =>
  Array.isArray(lines) && lines.every(isLine) && isShownCurrency(currency)
    ? {
        items: lines.map(([product_id, variant_id, quantity, choices]) => ({
          product_id,
          variant_id,
          quantity,
          ...(choices && { choices }),
        })),
        couponCode: typeof couponCode === 'string' ? couponCode : null,
        currency,
      }
    : null;

/** Parses a fragment. Anybody can write one: the API decides what its lines are worth. */
export const parseCartHash = (hash: string): Handover | null => {
  try {
    const value: unknown = JSON.parse(decodeURIComponent(hash.slice(PREFIX.length)));
    if (!Array.isArray(value)) return null;
    const [id, received, ...cart] = value as unknown[];
    if (typeof id !== 'string' || !Array.isArray(received)) return null;
    return {
      id,
      received: received.filter((known) => typeof known === 'string'),
      cart: toCart(cart[0], cart[1], cart[2]),
    };
  } catch {
    return null;
  }
};
