import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '@shop/shared/api-client';
import type { Order } from '@shop/contracts';
import type { GuestOrderProof } from '@shop/shared/gateways';
import { createAppAsyncThunk, createCallThunk } from '@shop/shared/state';

interface OrderReceivedState {
  number: string | null;
  order: Order | null;
  error: string | null;
  /** 404: the order does not exist or belongs to someone else. */
  notFound: boolean;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof orderReceivedSlice> {}
}

const initialState: OrderReceivedState = { number: null, order: null, error: null, notFound: false };
const NOT_FOUND = 404;

export const fetchReceivedOrder = createCallThunk('orderReceived/fetched', (number: string, { extra, signal }) =>
  extra.checkout.order(number, signal),
);

/** Reloads the order on screen; the current one stays until the response arrives, and if it fails. */
export const refreshReceivedOrder = createCallThunk('orderReceived/refreshed', (number: string, { extra }) =>
  extra.checkout.order(number),
);

/** Opens a guest's order in a browser that did not place it. */
export const guestOrderOpened = createAppAsyncThunk<
  Order,
  { readonly number: string; readonly proof: GuestOrderProof },
  { rejectValue: ApiFailure }
>('orderReceived/guestOrderOpened', async ({ number, proof }, { extra, rejectWithValue }) => {
  const result = await extra.checkout.openGuestOrder(number, proof);
  return result.ok ? result.value : rejectWithValue(result.failure);
});

export const orderReceivedSlice = createSlice({
  name: 'orderReceived',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchReceivedOrder.pending, (_state, { meta }) => ({ ...initialState, number: meta.arg }))
      .addCase(fetchReceivedOrder.fulfilled, (state, { payload, meta }) => {
        if (state.number === meta.arg) state.order = payload;
      })
      .addCase(refreshReceivedOrder.fulfilled, (state, { payload, meta }) => {
        if (state.number === meta.arg) state.order = payload;
      })
      .addCase(guestOrderOpened.fulfilled, (state, { payload, meta }) => {
        if (state.number !== meta.arg.number) return;
        state.order = payload;
        state.notFound = false;
        state.error = null;
      })
      .addCase(fetchReceivedOrder.rejected, (state, { payload, meta }) => {
        if (state.number !== meta.arg) return;
        state.error = payload ?? 'Failed to fetch order';
        state.notFound = meta.rejectedWithValue && meta.status === NOT_FOUND;
      }),
  selectors: { selectReceivedOrder: (state) => state },
});

export const { selectReceivedOrder } = orderReceivedSlice.selectors;
