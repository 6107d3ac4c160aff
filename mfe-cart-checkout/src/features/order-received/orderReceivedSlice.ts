import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { ApiFailure } from '@shop/shared/api-client';
import type { Order } from '@shop/contracts';
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

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/orders');

export const fetchReceivedOrder = createCallThunk(
  'orderReceived/fetched',
  async (number: string, { extra, signal }) => {
    const { getOrder } = await contracts();
    return extra.api.request(getOrder, { params: { number } }, { signal });
  },
  { onSuccess: ({ order }) => order },
);

/** Reloads the order on screen; the current one stays until the response arrives, and if it fails. */
export const refreshReceivedOrder = createCallThunk(
  'orderReceived/refreshed',
  async (number: string, { extra }) => {
    const { getOrder } = await contracts();
    return extra.api.request(getOrder, { params: { number } });
  },
  { onSuccess: ({ order }) => order },
);

/** Opens a guest's order in another browser by its email address, or by the key of its mail's link. */
export const guestOrderOpened = createAppAsyncThunk<
  Order,
  { readonly number: string; readonly proof: { readonly email: string } | { readonly link_key: string } },
  { rejectValue: ApiFailure }
>('orderReceived/guestOrderOpened', async ({ number, proof }, { extra, rejectWithValue }) => {
  const { openGuestOrder } = await contracts();
  const result = await extra.api.request(openGuestOrder, { params: { number }, body: proof });
  return result.ok ? result.value.order : rejectWithValue(result.failure);
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
