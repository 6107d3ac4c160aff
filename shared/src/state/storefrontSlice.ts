import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { SiteChanges } from '@shop/contracts';
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
    /** What staff have changed about the storefronts. Those that this release does not know are left out. */
    storefrontsChanged: (state, action: PayloadAction<SiteChanges>) => ({
      ...state,
      storeConfig: Object.fromEntries(
        Object.entries(state.storeConfig).map(([id, config]) => [id, { ...config, ...action.payload[id] }]),
      ) as unknown as StorefrontState['storeConfig'], // the same ids
    }),
  },
  selectors: {
    selectStorefrontId: (state) => state.currentStore,
    selectStorefront: (state) => state.storeConfig[state.currentStore],
  },
});

export const { storefrontEntered, storefrontsChanged } = storefrontSlice.actions;
export const { selectStorefrontId, selectStorefront } = storefrontSlice.selectors;
