import { DEFAULT_STOREFRONT } from '@shop/contracts/storefronts';
import type { HostAssets } from '../HostAssets';

/**
 * Builds the offline page. The service worker caches it, and its script shows the storefront and cart stored in this
 * browser.
 */
export const buildOfflineDocument = ({ styles, offline }: HostAssets): string =>
  [
    `<!doctype html><html lang="en" data-storefront="${DEFAULT_STOREFRONT}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">',
    '<title>You are offline</title>',
    ...[...styles, ...offline.styles].map((href) => `<link rel="stylesheet" href="${href}">`),
    '</head><body><main class="offline">',
    '<h1 class="offline__heading">You are offline</h1>',
    '<p class="offline__text">We’ll reload when you’re back online. Your cart is saved.</p>',
    '<button type="button" class="offline__again" id="again">Try again</button>',
    '<section class="offline__cart" id="cart"></section></main>',
    ...offline.scripts.map((src) => `<script src="${src}"></script>`),
    '</body></html>',
  ].join('');
