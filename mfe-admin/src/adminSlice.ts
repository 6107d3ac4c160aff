import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { StaffMe } from '@shop/contracts';

interface AdminState {
  me: StaffMe | null;
  /** False until the API has said who is here. */
  isKnown: boolean;
  /** What waits, by name; null until it is counted. */
  counts: Readonly<Record<string, number>> | null;
}

const initialState: AdminState = { me: null, isKnown: false, counts: null };

/** Who is signed in, and what waits for them. Lists and forms keep their own state: the address has the rest. */
export const adminSlice = createSlice({
  name: 'admin',
  initialState,
  reducers: {
    meRead(state, action: PayloadAction<StaffMe | null>) {
      state.me = action.payload;
      state.isKnown = true;
    },
    countsRead(state, action: PayloadAction<NonNullable<AdminState['counts']>>) {
      state.counts = action.payload;
    },
  },
  selectors: {
    /** Undefined until it is known, null if nobody is signed in. */
    selectMe: (state) => (state.isKnown ? state.me : undefined),
    selectCounts: (state) => state.counts,
  },
});

export const { meRead, countsRead } = adminSlice.actions;
export const { selectMe, selectCounts } = adminSlice.selectors;

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof adminSlice> {}
}
