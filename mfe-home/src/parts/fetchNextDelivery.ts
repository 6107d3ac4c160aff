import { createAppAsyncThunk } from '@shop/shared/state';
import { deliveryRead } from '../../parts/deliverySlice';

/** Finds the next free delivery slot. A failure shows nothing. */
export const fetchNextDelivery = createAppAsyncThunk(
  'delivery/nextFetched',
  async (_: void, { extra, dispatch }): Promise<void> => {
    const { getNextDelivery } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/delivery');
    const result = await extra.api.request(getNextDelivery, { query: {} });
    if (result.ok) dispatch(deliveryRead({ next: result.value.data }));
  },
);
