import { cartChangesSeen, cartPriced, createAppAsyncThunk, toCartContents } from '@shop/shared/state';

/**
 * Asks the server what the cart costs and what there is of it now; what differs is told by CartChanges. An answer to a
 * cart that was changed meanwhile is dropped: that change asks again.
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

/** 'Update Cart': the same, and says so where nothing changed. Answers whether the cart was as it was seen. */
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
