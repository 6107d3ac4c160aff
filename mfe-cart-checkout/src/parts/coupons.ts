import { cartCouponSet, cartPriced, createAppAsyncThunk, notify, toCartContents } from '@shop/shared/state';

/**
 * Applies a coupon to the cart. Returns its code in canonical form; null if it has no effect (sample data).
 */
export const couponApplied = createAppAsyncThunk<string | null, string, { rejectValue: string }>(
  'cart/couponApplied',
  async (code, { extra, getState, dispatch, rejectWithValue }) => {
    const { cart } = getState();
    const result = await extra.cart.applyCoupon(code, toCartContents(cart).items);
    if (!result.ok) return rejectWithValue(result.failure.message);
    if (!result.value) return null;
    // The cart changed meanwhile: apply only the coupon; the discount is computed from the cart.
    dispatch(getState().cart.items === cart.items ? cartPriced(result.value) : cartCouponSet(result.value.coupon));
    return result.value.coupon?.code ?? null;
  },
);

/** Removes the coupon, optimistically: the stored cart follows with the next save. */
export const couponRemoved = createAppAsyncThunk(
  'cart/couponRemoved',
  async (_: void, { extra, dispatch, getState }) => {
    const { coupon } = getState().cart;
    dispatch(cartCouponSet(null));
    if (coupon) dispatch(notify(`Coupon ${coupon.code} is removed.`));
    await extra.cart.removeCoupon();
  },
);
