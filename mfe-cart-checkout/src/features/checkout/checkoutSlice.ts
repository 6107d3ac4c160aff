import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '@shop/shared/api-client';
import type { Order, PaymentOption, PlaceOrderBody } from '@shop/contracts';
import { IDEMPOTENCY_HEADER, PAYMENT_METHODS } from '@shop/contracts/constants';
import { cartCleared, cartPriced, createAppAsyncThunk, createCallThunk, toCartItem } from '@shop/shared/state';
import type { OrderedLine } from '../../parts/OrderLines';
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
  fixedLines: readonly OrderedLine[] | null;
  /** How the shop is paid, the first that is available preselected; null until that is known. */
  paymentOptions: readonly PaymentOption[] | null;
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
  paymentOptions: null,
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
    const { placeOrder } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/orders');
    const result = await extra.api.request(placeOrder, { body }, { headers: { [IDEMPOTENCY_HEADER]: key } });
    if (result.ok) {
      dispatch(cartCleared());
      return result.value.order;
    }
    const freshCart = readFreshCart(result.failure.body);
    if (freshCart) dispatch(cartPriced(freshCart));
    dispatch(checkoutSlice.actions.attemptRefused({ failure: result.failure, cartChanged: freshCart !== undefined }));
    return rejectWithValue(result.failure.message);
  },
  // Only one request at a time: ignore a second press while an order is pending.
  { condition: (_, { getState }) => !getState().checkout.placing },
);

/** Loads the payment methods. If they cannot be loaded, all are offered; the server validates the choice. */
export const checkoutOpened = createCallThunk('checkout/opened', async (_: void, { extra }) => {
  const { listPaymentMethods } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/payments');
  return extra.api.request(listPaymentMethods, {});
});

/** A new visit to the checkout keeps the loaded lines and payment methods. */
const attemptReset = ({ fixedLines, paymentOptions }: CheckoutState): CheckoutState => ({
  ...initialState,
  fixedLines,
  paymentOptions,
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
      .addCase(checkoutOpened.fulfilled, (state, { payload: { data, lines } }) => {
        state.paymentOptions = data;
        state.fixedLines = lines?.map(toCartItem) ?? null;
      })
      .addCase(checkoutOpened.rejected, (state) => {
        state.paymentOptions = PAYMENT_METHODS.map((method) => ({ method, available: true }));
      })
      .addCase(orderPlaced.rejected, (state, { payload }) => {
        state.placing = false;
        state.error = payload ?? 'Failed to place order';
      }),
  selectors: { selectCheckout: (state) => state },
});

export const { checkoutLeft } = checkoutSlice.actions;
export const { selectCheckout } = checkoutSlice.selectors;
