import type { CartFood } from '@shop/contracts';
import type { Queryable } from '../../database/Database';
import { sumCents, type SoldLine } from '../cart/priceItems';
import { findLowestMinimum } from './deliveryRepository';
import { listFood } from './listFood';

/** Returns what a van would bring of a cart, and what it costs at least in any area; null if there is nothing. */
export const readCartFood = async (database: Queryable, lines: readonly SoldLine[]): Promise<CartFood | null> => {
  const food = listFood(lines);
  if (food.length === 0) return null;
  const minimumCents = (await findLowestMinimum(database)) ?? 0;
  return {
    product_ids: food.map(({ productId }) => productId),
    minimum: minimumCents / 100,
    missing: Math.max(0, minimumCents - sumCents(food)) / 100,
  };
};
