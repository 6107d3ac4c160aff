import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface SiteState {
  /** Where the shop is on the web, "https://shop.example"; '' until known. Structured data names addresses in full. */
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
