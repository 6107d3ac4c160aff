import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { MAX_ORDER_LINES, MAX_QUANTITY } from '../contracts/constants';
import { paths } from '../navigation/paths';
import { runAfterPaint } from './runAfterPaint';
import { cartItemAdded, type CartItem, type CartState, type NewCartItem } from './cartSlice';
import { notify } from './noticesSlice';
import type { ShopServices } from './ShopServices';

/** Returns why an item cannot be added, or undefined. */
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
    : `You can buy at most ${MAX_QUANTITY} of ${name}. All ${MAX_QUANTITY} are in your cart.`;
};

/** Adds a product to the cart and shows `message`; null shows nothing. Returns false if it could not be added. */
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
    // The cart count is painted first; the message follows.
    if (message !== null)
      runAfterPaint(() => dispatch(notify(message, 'status', { label: 'View cart', href: paths.cart })));
    return true;
  };
