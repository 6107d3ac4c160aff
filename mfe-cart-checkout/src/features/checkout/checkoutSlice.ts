import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '@shop/shared/api-client';
import type { Order, PaymentMethod, PlaceOrderBody } from '@shop/contracts';
import type { CheckoutLine } from '@shop/shared/gateways';
import { cartCleared, cartPriced, createAppAsyncThunk } from '@shop/shared/state';
import { readFreshCart } from './readFreshCart';

interface CheckoutState {
  placing: boolean;
  error: string | null;
  /** Error messages keyed by the API's field name, such as "billing.zipCode". */
  fieldErrors: Readonly<Record<string, string>>;
  /** True after the cart was adjusted to prices and stock; placing the order again uses the adjusted cart. */
  cartChanged: boolean;
  /** The last attempt. A retry of the same order reuses its idempotency key, so a lost response never orders twice. */
  attempt: { readonly key: string; readonly body: string } | null;
  /** Number of the order that was just placed, until its page opens; otherwise null. */
  placedNumber: string | null;
  /** Lines to show instead of the cart's (sample data); null shows the cart. */
  fixedLines: readonly CheckoutLine[] | null;
  unavailableMethods: readonly PaymentMethod[];
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof checkoutSlice> {}
}

const initialState: CheckoutState = {
  placing: false,
  error: null,
  fieldErrors: {},
  cartChanged: false,
  attempt: null,
  placedNumber: null,
  fixedLines: null,
  unavailableMethods: [],
};

interface PlaceOrderRequest {
  readonly body: PlaceOrderBody;
  /** A new idempotency key, used unless this is a retry of the same order. */
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
    if (freshCart) dispatch(cartPriced(freshCart));
    dispatch(checkoutSlice.actions.attemptRefused({ failure: result.failure, cartChanged: freshCart !== undefined }));
    return rejectWithValue(result.failure.message);
  },
  // Only one request at a time: ignore a second press while an order is pending.
  { condition: (_, { getState }) => !getState().checkout.placing },
);

/**
 * Loads the lines and payment methods. If the methods cannot be loaded, all are offered; the server validates the
 * choice.
 */
export const checkoutOpened = createAppAsyncThunk('checkout/opened', async (_: void, { extra, dispatch }) => {
  dispatch(checkoutSlice.actions.linesKnown(extra.checkout.fixedLines));
  const methods = await extra.checkout.paymentMethods();
  return methods.ok ? methods.value.filter(({ available }) => !available).map(({ method }) => method) : [];
});

/** A new visit to the checkout keeps the loaded lines and payment methods. */
const attemptReset = ({ fixedLines, unavailableMethods }: CheckoutState): CheckoutState => ({
  ...initialState,
  fixedLines,
  unavailableMethods,
});
/**
 * An attempt without a response keeps its key: leaving, returning and pressing again must not order twice.
 */
const keepAttempt = (state: CheckoutState): CheckoutState => ({
  ...attemptReset(state),
  placing: state.placing,
  attempt: state.attempt,
});

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
    linesKnown(state, { payload }: { payload: readonly CheckoutLine[] | null }) {
      state.fixedLines = payload ? [...payload] : null;
    },
    checkoutLeft: keepAttempt,
  },
  extraReducers: (builder) =>
    builder
      .addCase(orderPlaced.pending, (state) => {
        state.placing = true;
        state.placedNumber = null;
        state.error = null;
        state.fieldErrors = {};
        state.cartChanged = false;
      })
      .addCase(orderPlaced.fulfilled, (state, { payload }) => ({
        ...attemptReset(state),
        placedNumber: payload.number,
      }))
      .addCase(checkoutOpened.fulfilled, (state, { payload }) => {
        state.unavailableMethods = payload;
      })
      .addCase(orderPlaced.rejected, (state, { payload }) => {
        state.placing = false;
        state.error = payload ?? 'Failed to place order';
      }),
  selectors: { selectCheckout: (state) => state },
});

export const { checkoutLeft } = checkoutSlice.actions;
export const { selectCheckout } = checkoutSlice.selectors;
