import type { OrderItemInput, PlaceOrderBody } from '@shop/contracts';
import { buildCartLineId } from '@shop/shared/state';
import type { FoodState } from '../../parts/foodSlice';

type FoodParts = Pick<PlaceOrderBody, 'delivery_slot_id' | 'substitution'> & { readonly items: OrderItemInput[] };

/** Returns what an order says about its food; only the items without any. */
export const addFood = (
  items: readonly OrderItemInput[],
  { food, slotId, substitution, exceptions }: FoodState,
): FoodParts =>
  food
    ? {
        items: items.map((item) => {
          const exception = exceptions[buildCartLineId(item.product_id, item.variant_id, item.choices)];
          return exception ? { ...item, substitution: exception } : item;
        }),
        ...(slotId === null ? {} : { delivery_slot_id: slotId }),
        substitution,
      }
    : { items: [...items] };
