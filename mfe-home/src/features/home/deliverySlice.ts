import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { DeliverySlot } from './nextDeliverySlot';

interface DeliveryState {
  /**
   * The next delivery slot at the time of the request, computed on the server so that hydration matches.
   */
  next: DeliverySlot | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof deliverySlice> {}
}

const initialState: DeliveryState = { next: null };

export const deliverySlice = createSlice({
  name: 'delivery',
  initialState,
  reducers: {
    deliverySlotFound(state, action: PayloadAction<DeliverySlot>) {
      state.next = action.payload;
    },
  },
  selectors: { selectNextDelivery: (state) => state.next },
});

export const { deliverySlotFound } = deliverySlice.actions;
export const { selectNextDelivery } = deliverySlice.selectors;
