import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { DEFAULT_STOREFRONT, storefronts, type Storefront, type StorefrontId } from '@shop/contracts/storefronts';

export interface StorefrontState {
  currentStore: StorefrontId;
  isLoading: boolean;
  storeConfig: Readonly<Record<StorefrontId, Storefront>>;
}

const initialState: StorefrontState = { currentStore: DEFAULT_STOREFRONT, isLoading: false, storeConfig: storefronts };

export const storefrontSlice = createSlice({
  name: 'storefront',
  initialState,
  reducers: {
    /** The visitor chose the other storefront or opened a page that belongs to it. */
    storefrontEntered(state, action: PayloadAction<StorefrontId>) {
      state.currentStore = action.payload;
    },
  },
  selectors: {
    selectStorefrontId: (state) => state.currentStore,
    selectStorefront: (state) => state.storeConfig[state.currentStore],
  },
});

export const { storefrontEntered } = storefrontSlice.actions;
export const { selectStorefrontId, selectStorefront } = storefrontSlice.selectors;
