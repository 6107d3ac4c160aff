import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface QuickViewState {
  /** The shown product; null while closed. */
  productId: string | null;
}

const initialState: QuickViewState = { productId: null };

/** Cards in any bundle open the quick view; the host shows the catalog's widget. */
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
