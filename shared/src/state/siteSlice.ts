import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MenuLink } from '../remote/RemoteModule';

export interface SiteState {
  /** Public origin of the shop, "https://shop.example"; '' until known. For metadata, which needs full URLs. */
  readonly origin: string;
  /** Page of a map service that the contact page can embed (MAP_EMBED_URL). */
  readonly mapUrl?: string | undefined;
  /** Set in the back office. */
  readonly audience?: 'staff' | undefined;
  /** Links of remotes in the header's menu, in their order. */
  readonly menuLinks: readonly MenuLink[];
}

const initialState: SiteState = { origin: '', menuLinks: [] };

export const siteSlice = createSlice({
  name: 'site',
  initialState,
  reducers: {
    siteRead: (state, action: PayloadAction<Partial<SiteState>>) => ({ ...state, ...action.payload }),
  },
  selectors: {
    /** Releases of before import it. */
    selectSite: (state) => state,
    selectSiteOrigin: (state) => state.origin,
    selectIsBackOffice: (state) => state.audience === 'staff',
    selectMapUrl: (state) => state.mapUrl,
    selectMenuLinks: (state) => state.menuLinks,
  },
});

export const { siteRead } = siteSlice.actions;
export const { selectSite, selectSiteOrigin, selectIsBackOffice, selectMapUrl, selectMenuLinks } = siteSlice.selectors;
