import { cartCouponSet, cartPriced, createAppAsyncThunk, toCartContents } from '@shop/shared/state';

/**
 * Applies a coupon to the cart: the total follows. Answers its code as the shop writes it; null where it has no effect
 * (sample data).
 */
export const couponApplied = createAppAsyncThunk<string | null, string, { rejectValue: string }>(
  'cart/couponApplied',
  async (code, { extra, getState, dispatch, rejectWithValue }) => {
    const { cart } = getState();
    const result = await extra.cart.applyCoupon(code, toCartContents(cart).items);
    if (!result.ok) return rejectWithValue(result.failure.message);
    if (!result.value) return null;
    // Changed meanwhile: the coupon alone is taken over, and what it takes off follows from the cart.
    dispatch(getState().cart.items === cart.items ? cartPriced(result.value) : cartCouponSet(result.value.coupon));
    return result.value.coupon?.code ?? null;
  },
);

/** Takes the coupon off. On this screen at once: what the server keeps follows with the cart. */
export const couponRemoved = createAppAsyncThunk('cart/couponRemoved', async (_: void, { extra, dispatch }) => {
  dispatch(cartCouponSet(null));
  await extra.cart.removeCoupon();
});
