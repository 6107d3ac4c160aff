import type { CartFood } from '@shop/contracts';
import { toCents } from '@shop/shared/format';
import type { CartItem } from '@shop/shared/state';

/** What the food of the cart costs, in cents. */
export const sumFood = (items: readonly CartItem[], food: CartFood | null): number =>
  items
    .filter(({ productId }) => food?.product_ids.includes(productId))
    .reduce((sum, { price, quantity }) => sum + toCents(price) * quantity, 0);
