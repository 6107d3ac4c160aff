import { createAppAsyncThunk } from '@shop/shared/state';
import { deliveryRead } from './deliverySlice';

/** Finds the next free delivery slot, and where vans go. A failure shows nothing. */
export const fetchNextDelivery = createAppAsyncThunk(
  'delivery/nextFetched',
  async (_: void, { extra, dispatch }): Promise<void> => {
    const { getNextDelivery } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/delivery');
    const result = await extra.api.request(getNextDelivery, { query: {} });
    if (!result.ok) return;
    const { data: next, areas = [] } = result.value;
    dispatch(deliveryRead({ next, areas }));
  },
);
