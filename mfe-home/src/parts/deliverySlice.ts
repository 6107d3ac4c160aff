import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { DeliveryArea, DeliveryOffer, DeliveryTime } from '@shop/contracts';

interface DeliveryState {
  /** The next free delivery slot of any area. */
  next: DeliveryTime | null;
  /** Where vans go. */
  areas: readonly DeliveryArea[];
  /** The postal code that was asked for last, and its slots. */
  postcode: string;
  offer: DeliveryOffer | null;
  error: string | null;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof deliverySlice> {}
}

const initialState: DeliveryState = { next: null, areas: [], postcode: '', offer: null, error: null };

export const deliverySlice = createSlice({
  name: 'delivery',
  initialState,
  reducers: {
    deliveryRead: (state, { payload }: PayloadAction<Partial<DeliveryState>>) => ({ ...state, ...payload }),
  },
  selectors: { selectDelivery: (state) => state },
});

export const { deliveryRead } = deliverySlice.actions;
export const { selectDelivery } = deliverySlice.selectors;
