import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '@shop/shared/api-client';
import type { Order, PaymentMethod, PlaceOrderBody } from '@shop/shared/contracts';
import type { CheckoutLine } from '@shop/shared/gateways';
import { cartCleared, cartPriced, createAppAsyncThunk } from '@shop/shared/state';
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
  /** The order that was just placed, until its own page is open; null before. */
  placedNumber: string | null;
  /** What 'Your order' lists whatever is in the cart (sample data); null for the cart's own lines. */
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
    if (freshCart) dispatch(cartPriced(freshCart));
    dispatch(checkoutSlice.actions.attemptRefused({ failure: result.failure, cartChanged: freshCart !== undefined }));
    return rejectWithValue(result.failure.message);
  },
  // One order at a time: a second press while one is on its way does nothing.
  { condition: (_, { getState }) => !getState().checkout.placing },
);

/**
 * What the checkout needs of its source: the lines it lists, and how an order can be paid. Unknown, all ways are
 * offered: the server says by the field.
 */
export const checkoutOpened = createAppAsyncThunk('checkout/opened', async (_: void, { extra, dispatch }) => {
  dispatch(checkoutSlice.actions.linesKnown(extra.checkout.fixedLines));
  const methods = await extra.checkout.paymentMethods();
  return methods.ok ? methods.value.filter(({ available }) => !available).map(({ method }) => method) : [];
});

/** A new visit of the checkout keeps what it knows of its source. */
const attemptReset = ({ fixedLines, unavailableMethods }: CheckoutState): CheckoutState => ({
  ...initialState,
  fixedLines,
  unavailableMethods,
});
/**
 * An attempt whose answer is not known keeps its key: whoever leaves, comes back and presses again must not order
 * twice.
 */
const leftAlone = (state: CheckoutState): CheckoutState => ({
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
    checkoutLeft: leftAlone,
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
