import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface SiteState {
  /** Public origin of the shop, "https://shop.example"; '' until known. For structured data, which needs full URLs. */
  origin: string;
}

const initialState: SiteState = { origin: '' };

export const siteSlice = createSlice({
  name: 'site',
  initialState,
  reducers: {
    siteOpened(state, action: PayloadAction<string>) {
      state.origin = action.payload;
    },
  },
  selectors: { selectSiteOrigin: (state) => state.origin },
});

export const { siteOpened } = siteSlice.actions;
export const { selectSiteOrigin } = siteSlice.selectors;
