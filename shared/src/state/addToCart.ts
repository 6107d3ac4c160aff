import type { ThunkAction } from '@reduxjs/toolkit';
import type { UnknownAction } from 'redux';
import { MAX_ORDER_LINES, MAX_QUANTITY } from '@shop/contracts/constants';
import { describeQuantity } from '@shop/contracts/describeMeasure';
import { paths } from '../navigation/paths';
import { runAfterPaint } from './runAfterPaint';
import { cartItemAdded, type CartItem, type CartState, type NewCartItem } from './cartSlice';
import { notify } from './noticesSlice';
import type { ShopServices } from './ShopServices';

/** Returns why an item cannot be added, or undefined. */
const checkAddition = (
  items: readonly CartItem[],
  { id, name, available = MAX_QUANTITY, measure }: NewCartItem,
): string | undefined => {
  const present = items.find((line) => line.id === id);
  if (!present && items.length >= MAX_ORDER_LINES)
    return `Your cart holds ${MAX_ORDER_LINES} different products. Remove one to add another.`;
  const max = Math.min(available, MAX_QUANTITY);
  return !present || present.quantity < max
    ? undefined
    : `You can buy at most ${describeQuantity(max, measure)} of ${name}: all of it is in your cart.`;
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
