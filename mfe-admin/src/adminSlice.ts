import { createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { ContentDocument, StaffMe } from '@shop/contracts';

/** What was typed into a page of the shop when the session ended. */
interface Unstored {
  readonly by: StaffMe['id'];
  /** The one that it replaces. */
  readonly version: number;
  readonly document: ContentDocument;
}

interface AdminState {
  me: StaffMe | null;
  /** False until the API has said who is here. */
  isKnown: boolean;
  /** What waits, by name; null until it is counted. */
  counts: Readonly<Record<string, number>> | null;
  /** By storefront and page. */
  unstored: Readonly<Record<string, Unstored>>;
}

const initialState: AdminState = { me: null, isKnown: false, counts: null, unstored: {} };

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
    /** A page closes: what is typed stays if that is because the session ended, not if somebody left. */
    pageClosed(state, action: PayloadAction<Unstored & { readonly place: string }>) {
      const { place, ...unstored } = action.payload;
      if (state.me) return state;
      return { ...state, unstored: { ...state.unstored, [place]: unstored } };
    },
    unstoredTaken(state, action: PayloadAction<string>) {
      const { [action.payload]: taken, ...unstored } = state.unstored;
      return taken ? { ...state, unstored } : state;
    },
  },
  selectors: {
    /** Undefined until it is known, null if nobody is signed in. */
    selectMe: (state) => (state.isKnown ? state.me : undefined),
    selectCounts: (state) => state.counts,
    selectUnstored: (state) => state.unstored,
  },
});

export const { meRead, countsRead, pageClosed, unstoredTaken } = adminSlice.actions;
export const { selectMe, selectCounts, selectUnstored } = adminSlice.selectors;

declare module '@shop/shared/state' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- augments the shop's state with this slice
  interface LazySlices extends WithSlice<typeof adminSlice> {}
}
