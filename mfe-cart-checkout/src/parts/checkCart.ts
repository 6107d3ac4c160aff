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
    const result = await extra.cart.check(toCartContents(cart));
    if (!result.ok) return rejectWithValue(result.failure.message);
    const now = getState().cart;
    if (result.value && now.items === cart.items && now.coupon === cart.coupon) dispatch(cartPriced(result.value));
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
