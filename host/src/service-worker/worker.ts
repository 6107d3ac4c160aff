/// <reference lib="webworker" />
import { clientsClaim } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { OFFLINE_PAGE } from './offlinePage';

declare const self: ServiceWorkerGlobalScope & {
  /** The offline page and its files, as the host server knows them: written before this script (webApp). */
  readonly __WB_MANIFEST: readonly PrecacheEntry[];
};

const MAX_PICTURES = 80;
const PICTURE_MAX_AGE_S = 30 * 24 * 3_600;
/** Neither pages of the shop nor files a page waits for: these answer as if no worker stood between. */
const NON_PAGE_PATHS = [/^\/api\//, /^\/dev\//, /^\/assets\//, /^\/remotes\//, /^\/media\//, /^\/icons\//];

/**
 * Stands in only where the network is gone: a page that cannot be fetched becomes the offline page with the kept cart,
 * whose pictures are kept here. Pages, /api, the composition and remotes' code are never kept: what is live is the
 * server's to say, and a release that came broken must not outlive its page.
 */
void self.skipWaiting();
clientsClaim();
enableNavigationPreload(); // the network is asked while this worker wakes up
cleanupOutdatedCaches();
precacheAndRoute([...self.__WB_MANIFEST], { cleanURLs: false, directoryIndex: '' });

registerRoute(
  new NavigationRoute(new NetworkOnly({ plugins: [{ handlerDidError: () => matchPrecache(OFFLINE_PAGE) }] }), {
    denylist: NON_PAGE_PATHS,
  }),
);

// Taken here, too, without a stand-in: the answer to a preloaded navigation that nobody takes is thrown away, and the
// browser asks again. Google's code comes by such a navigation, and can be used once.
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
