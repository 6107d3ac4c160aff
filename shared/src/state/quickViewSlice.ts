import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface QuickViewState {
  /** The product looked at over the page; null while it is closed. */
  productId: string | null;
}

const initialState: QuickViewState = { productId: null };

/** Any card of any bundle opens it; the catalogue's widget shows it, in the shell. */
export const quickViewSlice = createSlice({
  name: 'quickView',
  initialState,
  reducers: {
    quickViewOpened(state, action: PayloadAction<string>) {
      state.productId = action.payload;
    },
    quickViewClosed: () => initialState,
  },
  selectors: { selectQuickViewId: (state) => state.productId },
});

export const { quickViewOpened, quickViewClosed } = quickViewSlice.actions;
export const { selectQuickViewId } = quickViewSlice.selectors;
