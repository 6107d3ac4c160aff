import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { MAX_ORDER_LINES, MAX_QUANTITY } from '../contracts/constants';
import { paths } from '../navigation/paths';
import { runAfterPaint } from './runAfterPaint';
import { cartItemAdded, type CartItem, type CartState, type NewCartItem } from './cartSlice';
import { notify } from './noticesSlice';
import type { ShopServices } from './ShopServices';

/** Why an item cannot be added; undefined where it can. */
const checkAddition = (
  items: readonly CartItem[],
  { id, name, available = MAX_QUANTITY }: NewCartItem,
): string | undefined => {
  const present = items.find((line) => line.id === id);
  if (!present && items.length >= MAX_ORDER_LINES)
    return `Your cart holds ${MAX_ORDER_LINES} different products. Remove one to add another.`;
  if (!present || present.quantity < Math.min(available, MAX_QUANTITY)) return undefined;
  return available < MAX_QUANTITY
    ? `Only ${available} of ${name} in stock: all of them are in your cart.`
    : `${MAX_QUANTITY} of ${name} are in your cart: that is the most.`;
};

/**
 * Puts a product into the cart and says so: `said`, or that it was added; null says nothing. Answers whether there was
 * room for it.
 */
export const addToCart =
  (
    item: NewCartItem,
    message: string | null = `${item.name} added to your cart`,
  ): ThunkAction<boolean, { readonly cart: CartState }, ShopServices, UnknownAction> =>
  (dispatch, getState) => {
    const refusal = checkAddition(getState().cart.items, item);
    if (refusal !== undefined) {
      dispatch(notify(refusal, 'alert'));
      return false;
    }
    dispatch(cartItemAdded(item));
    // The count on the cart comes first: the words follow when it is painted.
    if (message !== null)
      runAfterPaint(() => dispatch(notify(message, 'status', { label: 'View cart', href: paths.cart })));
    return true;
  };
