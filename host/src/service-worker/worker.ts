/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { OFFLINE_PAGE } from './offlinePage';

declare const self: ServiceWorkerGlobalScope & {
  /** The offline page and its files, prepended to this script by the host server (webAppRoutes). */
  readonly precachedFiles: readonly PrecacheEntry[];
};

const MAX_PICTURES = 80;
const PICTURE_MAX_AGE_S = 30 * 24 * 3_600;
/** Paths that are not pages of the shop. */
const NON_PAGE_PATHS = [/^\/api\//, /^\/dev\//, /^\/assets\//, /^\/remotes\//, /^\/media\//, /^\/icons\//];

/**
 * Only helps without a network: failed navigations show the offline page with the stored cart, whose pictures are
 * cached here. Pages, /api, the composition and remotes' code are never cached: the server decides what is live, and a
 * broken release must not outlive its page.
 */
void self.skipWaiting();
clientsClaim();
enableNavigationPreload(); // starts the request while this worker boots
cleanupOutdatedCaches();

/** Any code on a page could have replaced what is stored, and would outlive its release. */
const isAsBuilt = async (url: string, response: Response): Promise<boolean> => {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer()));
  const digest = `sha256-${btoa(String.fromCharCode(...bytes))}`;
  return self.precachedFiles.some((entry) => entry.integrity === digest && entry.url === new URL(url).pathname);
};
addPlugins([
  {
    cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
      cachedResponse && (await isAsBuilt(request.url, cachedResponse)) ? cachedResponse : null,
  },
]);
precacheAndRoute([...self.precachedFiles], { cleanURLs: false, directoryIndex: '' });

const showOfflinePage = createHandlerBoundToURL(OFFLINE_PAGE);
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      plugins: [
        { handlerDidError: ({ request, event }) => showOfflinePage({ request, event, url: new URL(request.url) }) },
      ],
    }),
    { denylist: NON_PAGE_PATHS },
  ),
);

// These are handled without a fallback: the response to a preloaded navigation is discarded unless used, and the
// browser would request again. Google's sign-in code arrives by such a navigation and works only once.
registerRoute(new NavigationRoute(new NetworkOnly(), { allowlist: NON_PAGE_PATHS }));

registerRoute(
  ({ url, sameOrigin, request }) => sameOrigin && url.pathname.startsWith('/media/') && request.destination === 'image',
  new CacheFirst({
    cacheName: 'pictures',
    plugins: [
      {
        cacheWillUpdate: async ({ response }) =>
          response.status === 200 && response.headers.get('content-type')?.startsWith('image/') ? response : null,
      },
      new ExpirationPlugin({ maxEntries: MAX_PICTURES, maxAgeSeconds: PICTURE_MAX_AGE_S, purgeOnQuotaError: true }),
    ],
  }),
);
