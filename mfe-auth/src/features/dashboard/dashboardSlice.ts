import { createSlice, type WithSlice } from '@reduxjs/toolkit';
import { createCallThunk, recentOrdersReceived } from '@shop/shared/state';

interface DashboardState {
  loading: boolean;
  error: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof dashboardSlice> {}
}

const initialState: DashboardState = { loading: false, error: null };
const MAX_RECENT = 3;

export const fetchRecentOrders = createCallThunk(
  'dashboard/recentOrdersFetched',
  async (_: void, { extra }) => {
    const { listOrders } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/orders');
    return extra.api.request(listOrders, { query: {} });
  },
  {
    onSuccess({ data: { items } }, { dispatch }) {
      dispatch(recentOrdersReceived(items.slice(0, MAX_RECENT)));
    },
  },
);

export const dashboardSlice = createSlice({
  name: 'dashboard',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(fetchRecentOrders.pending, () => ({ loading: true, error: null }))
      .addCase(fetchRecentOrders.fulfilled, () => initialState)
      .addCase(fetchRecentOrders.rejected, (_state, { payload }) => ({
        loading: false,
        error: payload ?? 'Failed to fetch orders',
      })),
  selectors: { selectDashboard: (state) => state },
});

export const { selectDashboard } = dashboardSlice.selectors;
