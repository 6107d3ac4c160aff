import { cartChangesSeen, cartPriced, createAppAsyncThunk, toCartContents } from '@shop/shared/state';

/**
 * Checks the cart's prices and stock with the server; CartChanges lists the differences. A response for an older
 * version of the cart is ignored: its change triggers another check.
 */
export const checkCart = createAppAsyncThunk(
  'cart/checked',
  async (_: void, { extra, getState, dispatch, rejectWithValue }) => {
    const { cart } = getState();
    if (cart.items.length === 0) return;
    const contents = toCartContents(cart);
    const { checkCart: endpoint } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/cart');
    const { items, couponCode: coupon_code } = contents;
    const result = await extra.api.request(endpoint, { body: { items, coupon_code } });
    if (!result.ok) return rejectWithValue(result.failure.message);
    // A customer's cart is restored from the server meanwhile, mostly as it was.
    const isSame = JSON.stringify(toCartContents(getState().cart)) === JSON.stringify(contents);
    if (isSame) dispatch(cartPriced(result.value.data));
    return undefined;
  },
);

/** 'Update Cart': checks the cart and confirms if nothing changed. Returns whether it was unchanged. */
export const updateCart = createAppAsyncThunk(
  'cart/updated',
  async (_: void, { dispatch, getState, rejectWithValue }) => {
    dispatch(cartChangesSeen());
    const checked = await dispatch(checkCart());
    return checkCart.rejected.match(checked)
      ? rejectWithValue(checked.payload ?? 'Failed to update your cart')
      : getState().cart.changes.length === 0;
  },
);
