import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '@shop/shared/api-client';
import type { Order, PlaceOrderBody } from '@shop/shared/contracts';
import { cartCleared, cartRepriced, createAppAsyncThunk } from '@shop/shared/state';
import { readFreshCart } from './readFreshCart';

interface CheckoutState {
  placing: boolean;
  error: string | null;
  /** Sentences by field, keyed as the API names them: "billing.zipCode". */
  fieldErrors: Readonly<Record<string, string>>;
  /** The cart was changed to what can be bought now: placing again goes on with that. */
  cartChanged: boolean;
  /** The last attempt: sent again unchanged, it keeps its key, so that a lost answer never orders twice. */
  attempt: { readonly key: string; readonly body: string } | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof checkoutSlice> {}
}

const initialState: CheckoutState = { placing: false, error: null, fieldErrors: {}, cartChanged: false, attempt: null };

interface PlaceOrderRequest {
  readonly body: PlaceOrderBody;
  /** A new key, taken unless the same order was sent before. */
  readonly newKey: string;
}

export const orderPlaced = createAppAsyncThunk<Order, PlaceOrderRequest, { rejectValue: string }>(
  'checkout/orderPlaced',
  async ({ body, newKey }, { extra, dispatch, getState, rejectWithValue }) => {
    const text = JSON.stringify(body);
    const { attempt } = getState().checkout;
    const key = attempt?.body === text ? attempt.key : newKey;
    dispatch(checkoutSlice.actions.attemptStarted({ key, body: text }));
    const result = await extra.checkout.placeOrder(body, key);
    if (result.ok) {
      dispatch(cartCleared());
      return result.value;
    }
    const freshCart = readFreshCart(result.failure.body);
    if (freshCart) dispatch(cartRepriced(freshCart));
    dispatch(checkoutSlice.actions.attemptRefused({ failure: result.failure, cartChanged: freshCart !== undefined }));
    return rejectWithValue(result.failure.message);
  },
  // One order at a time: a second press while one is on its way does nothing.
  { condition: (_, { getState }) => !getState().checkout.placing },
);

export const checkoutSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    attemptStarted(state, { payload }: { payload: { key: string; body: string } }) {
      state.attempt = payload;
    },
    attemptRefused(state, { payload }: { payload: { failure: ApiFailure; cartChanged: boolean } }) {
      state.fieldErrors = payload.failure.fields;
      state.cartChanged = payload.cartChanged;
    },
    checkoutLeft: () => initialState,
  },
  extraReducers: (builder) =>
    builder
      .addCase(orderPlaced.pending, (state) => {
        state.placing = true;
        state.error = null;
        state.fieldErrors = {};
        state.cartChanged = false;
      })
      .addCase(orderPlaced.fulfilled, () => initialState)
      .addCase(orderPlaced.rejected, (state, { payload }) => {
        state.placing = false;
        state.error = payload ?? 'Failed to place order';
      }),
  selectors: { selectCheckout: (state) => state },
});

export const { checkoutLeft } = checkoutSlice.actions;
export const { selectCheckout } = checkoutSlice.selectors;
