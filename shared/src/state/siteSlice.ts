import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { MenuLink } from '../remote/RemoteModule';
import type { StorefrontId } from '../storefronts';

export interface SiteState {
  /** Public origin of the page, "https://shop.example"; '' until known. For metadata, which needs full URLs. */
  readonly origin: string;
  /** Whether the storefront has a host of its own (STOREFRONT_HOSTS), so that its URLs need not name it. */
  readonly hasOwnHost?: boolean;
  /** For each storefront on another host, the URL that opens a page there; the page's path is to be appended. */
  readonly elsewhere?: Readonly<Partial<Record<StorefrontId, string>>>;
  /** Page of a map service that the contact page can embed (MAP_EMBED_URL). */
  readonly mapUrl?: string | undefined;
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
    selectSite: (state) => state,
    selectSiteOrigin: (state) => state.origin,
    selectMapUrl: (state) => state.mapUrl,
    selectMenuLinks: (state) => state.menuLinks,
  },
});

export const { siteRead } = siteSlice.actions;
export const { selectSite, selectSiteOrigin, selectMapUrl, selectMenuLinks } = siteSlice.selectors;
