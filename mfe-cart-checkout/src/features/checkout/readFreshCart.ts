import type { OrderConflict } from '@shop/shared/contracts';
import { cartLineId } from '@shop/shared/state';

interface FreshLine {
  readonly id: string;
  readonly price: number;
  readonly quantity: number;
}

const isOrderConflict = (body: unknown): body is OrderConflict =>
  typeof body === 'object' &&
  body !== null &&
  'cart' in body &&
  typeof body.cart === 'object' &&
  body.cart !== null &&
  'lines' in body.cart &&
  Array.isArray(body.cart.lines) &&
  body.cart.lines.every((line: unknown) => typeof line === 'object' && line !== null && 'unit_price' in line && typeof line.unit_price === 'number');

/** The cart a 409 carries, as the store repriced it; undefined where the answer carries none. */
export const readFreshCart = (body: unknown): FreshLine[] | undefined =>
  isOrderConflict(body)
    ? body.cart.lines.map((line) => ({ id: cartLineId(line.product_id, line.variant_id), price: line.unit_price, quantity: line.quantity }))
    : undefined;
