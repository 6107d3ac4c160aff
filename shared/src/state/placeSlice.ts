import { createSlice } from '@reduxjs/toolkit';
import type { DeliveryArea, NextDelivery } from '@shop/contracts/delivery';
import { createSharedAsyncThunk } from './createSharedAsyncThunk';

/** Where food goes: the postal code that the visitor gave, and whether and when a van comes there. */
export interface PlaceState {
  postcode: string;
  /** Null until the server has answered. */
  delivery: { area: DeliveryArea | null; next: NextDelivery | null } | null;
}

const initialState: PlaceState = { postcode: '', delivery: null };

/** Remembers a postal code, and asks for its next delivery. A failure leaves it without an answer. */
export const placeChosen = createSharedAsyncThunk(
  'place/chosen',
  async (postcode: string, { extra, rejectWithValue }) => {
    const { getNextDelivery } = await import(/* webpackChunkName: "contracts" */ '@shop/contracts/delivery');
    const result = await extra.api.request(getNextDelivery, { query: { postcode } });
    if (!result.ok) return rejectWithValue(result.failure.message);
    const { area = null, data } = result.value;
    return { area, next: data };
  },
);

export const placeSlice = createSlice({
  name: 'place',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(placeChosen.pending, (state, { meta }) => {
        if (state.postcode !== meta.arg) state.delivery = null;
        state.postcode = meta.arg;
      })
      .addCase(placeChosen.fulfilled, (state, { payload, meta }) => {
        if (state.postcode === meta.arg) state.delivery = payload;
      }),
  selectors: { selectPlace: (state) => state },
});

export const { selectPlace } = placeSlice.selectors;
