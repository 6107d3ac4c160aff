import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { CartFood, Substitution } from '@shop/contracts';
import { cartCleared, cartPriced, cartRestored } from '@shop/shared/state';

export interface FoodState {
  /** What a van brings of the cart; null if there is nothing. */
  food: CartFood | null;
  /** False until the server has answered for the cart as it was restored last: then `food` may be another cart's. */
  isKnown: boolean;
  /** The chosen delivery slot. */
  slotId: number | null;
  /** What is sent for food that is missing: for the order, and by the ids of the lines that differ. */
  substitution: Substitution;
  exceptions: Readonly<Record<string, Substitution>>;
}

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof foodSlice> {}
}

const initialState: FoodState = { food: null, isKnown: false, slotId: null, substitution: 'similar', exceptions: {} };

export const foodSlice = createSlice({
  name: 'food',
  initialState,
  reducers: {
    foodChosen: (state, { payload }: PayloadAction<Partial<Omit<FoodState, 'food' | 'isKnown'>>>) => ({
      ...state,
      ...payload,
    }),
  },
  extraReducers: (builder) =>
    builder
      // Conflicts do not say it.
      .addCase(cartPriced, (state, { payload: { food } }) =>
        food === undefined ? state : { ...state, food, isKnown: true },
      )
      .addCase(cartRestored, (state) => ({ ...state, isKnown: false }))
      .addCase(cartCleared, () => initialState),
  selectors: { selectFood: (state) => state },
});

export const { foodChosen } = foodSlice.actions;
export const { selectFood } = foodSlice.selectors;
