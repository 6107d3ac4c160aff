import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import type { Order } from '@shop/contracts';
import { createCallThunk, ordersReceived, sessionEnded } from '@shop/shared/state';

interface OrdersState {
  /** The page of the list that is shown. The orders are in the profile slice. */
  page: number;
  pageCount: number;
  loading: boolean;
  error: string | null;
  order: Order | null;
  orderError: string | null;
  notFound: boolean;
  cancelling: boolean;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof ordersSlice> {}
}

const initialState: OrdersState = {
  page: 1,
  pageCount: 0,
  loading: false,
  error: null,
  order: null,
  orderError: null,
  notFound: false,
  cancelling: false,
};
const NOT_FOUND = 404;

const contracts = () => import(/* webpackChunkName: "contracts" */ '@shop/contracts/orders');

export const fetchOrders = createCallThunk(
  'orders/fetched',
  async (page: number, { extra }) => {
    const { listOrders } = await contracts();
    return extra.api.request(listOrders, { query: { page: String(page) } });
  },
  {
    onSuccess({ data: { items, total, pageSize } }, { dispatch }) {
      dispatch(ordersReceived(items));
      return { pageCount: Math.ceil(total / pageSize) };
    },
  },
);

export const fetchOrder = createCallThunk(
  'orders/oneFetched',
  async (number: string, { extra }) => {
    const { getOrder } = await contracts();
    return extra.api.request(getOrder, { params: { number } });
  },
  { onSuccess: ({ order }) => order },
);

export const cancelOrder = createCallThunk(
  'orders/canceled',
  async (number: string, { extra }) => {
    const { cancelOrder: endpoint } = await contracts();
    return extra.api.request(endpoint, { params: { number } });
  },
  { onSuccess: ({ order }) => order },
);

export const ordersSlice = createSlice({
  name: 'orders',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchOrders.pending, (state, { meta }) => {
        state.page = meta.arg;
        state.loading = true;
        state.error = null;
      })
      .addCase(fetchOrders.fulfilled, (state, { payload, meta }) => {
        if (state.page !== meta.arg) return;
        state.loading = false;
        state.pageCount = payload.pageCount;
      })
      .addCase(fetchOrders.rejected, (state, { payload, meta }) => {
        if (state.page !== meta.arg) return;
        state.loading = false;
        state.error = payload ?? 'Failed to fetch orders';
      })
      .addCase(fetchOrder.pending, (state, { meta }) => {
        if (state.order?.number !== meta.arg) state.order = null;
        state.orderError = null;
        state.notFound = false;
      })
      .addCase(fetchOrder.fulfilled, (state, { payload }) => {
        state.order = payload;
      })
      .addCase(fetchOrder.rejected, (state, { payload, meta }) => {
        state.orderError = payload ?? 'Failed to fetch order';
        state.notFound = meta.rejectedWithValue && meta.status === NOT_FOUND;
      })
      .addCase(cancelOrder.pending, (state) => {
        state.cancelling = true;
      })
      .addCase(cancelOrder.fulfilled, (state, { payload }) => {
        state.cancelling = false;
        state.order = payload;
      })
      .addCase(cancelOrder.rejected, (state) => {
        state.cancelling = false;
      })
      .addCase(sessionEnded, () => initialState),
  selectors: { selectOrders: (state) => state },
});

export const { selectOrders } = ordersSlice.selectors;
