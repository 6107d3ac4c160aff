import type { SiteChanges } from '@shop/contracts';
import { storefronts, type StorefrontId } from '@shop/contracts/storefronts';

/** Returns the web app manifest. Each storefront can be installed as an app of its own. */
export const buildWebAppManifest = (id: StorefrontId, changes: SiteChanges): object => {
  const { name, description, theme } = { ...storefronts[id], ...changes[id] };
  const startUrl = `/?store=${id}`;
  const toIcon = (file: string, sizes: string, purpose: 'any' | 'maskable') => ({
    src: `/icons/${id}${file}`,
    sizes,
    type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  return {
    id: startUrl,
    start_url: startUrl,
    scope: '/',
    name,
    short_name: name,
    description,
    lang: 'en',
    display: 'standalone',
    background_color: theme.backgroundColor,
    theme_color: theme.backgroundColor,
    icons: [
      toIcon('.svg', 'any', 'any'),
      toIcon('-192.png', '192x192', 'any'),
      toIcon('-512.png', '512x512', 'any'),
      toIcon('-maskable-512.png', '512x512', 'maskable'),
    ],
  };
};
