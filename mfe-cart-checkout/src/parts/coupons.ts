import { cartCouponSet, cartPriced, createAppAsyncThunk, notify, toCartContents } from '@shop/shared/state';

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/cart');

/**
 * Applies a coupon to the cart. Returns its code in canonical form; null if it has no effect (sample data).
 */
export const couponApplied = createAppAsyncThunk<string | null, string, { rejectValue: string }>(
  'cart/couponApplied',
  async (code, { extra, getState, dispatch, rejectWithValue }) => {
    const { cart } = getState();
    const { applyCoupon } = await contracts();
    const result = await extra.api.request(applyCoupon, { body: { code, items: toCartContents(cart).items } });
    if (!result.ok) return rejectWithValue(result.failure.message);
    const { data } = result.value;
    // The cart changed meanwhile: apply only the coupon; the discount is computed from the cart.
    dispatch(getState().cart.items === cart.items ? cartPriced(data) : cartCouponSet(data.coupon));
    return data.coupon?.code ?? null;
  },
);

/** Removes the coupon, optimistically: the stored cart follows with the next save. */
export const couponRemoved = createAppAsyncThunk(
  'cart/couponRemoved',
  async (_: void, { extra, dispatch, getState }) => {
    const { coupon } = getState().cart;
    dispatch(cartCouponSet(null));
    if (coupon) dispatch(notify(`Coupon ${coupon.code} is removed.`));
    const { removeCoupon } = await contracts();
    await extra.api.request(removeCoupon, {});
  },
);
