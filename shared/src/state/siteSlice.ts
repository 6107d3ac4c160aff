import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MenuLink } from '../remote/RemoteModule';

export interface SiteState {
  /** Public origin of the shop, "https://shop.example"; '' until known. For structured data, which needs full URLs. */
  origin: string;
  /** Page of a map service that the contact page can embed (MAP_EMBED_URL). */
  mapUrl?: string;
  /** Links of remotes in the header's menu, in their order. */
  menuLinks: readonly MenuLink[];
}

const initialState: SiteState = { origin: '', menuLinks: [] };

export const siteSlice = createSlice({
  name: 'site',
  initialState,
  reducers: {
    siteOpened(state, action: PayloadAction<string>) {
      state.origin = action.payload;
    },
    mapOffered(state, action: PayloadAction<string>) {
      state.mapUrl = action.payload;
    },
    menuLinksRead(state, action: PayloadAction<readonly MenuLink[]>) {
      state.menuLinks = [...action.payload];
    },
  },
  selectors: {
    selectSiteOrigin: (state) => state.origin,
    selectMapUrl: (state) => state.mapUrl,
    selectMenuLinks: (state) => state.menuLinks,
  },
});

export const { siteOpened, mapOffered, menuLinksRead } = siteSlice.actions;
export const { selectSiteOrigin, selectMapUrl, selectMenuLinks } = siteSlice.selectors;
