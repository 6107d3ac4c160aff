import { storefronts, type StorefrontId } from '@shop/shared/storefronts';

/** W3C Web Application Manifest: each storefront can be put on a home screen on its own. */
export const webAppManifest = (id: StorefrontId): object => {
  const { name, description, theme } = storefronts[id];
  const start = `/?store=${id}`;
  const icon = (file: string, sizes: string, purpose: 'any' | 'maskable') => ({
    src: `/icons/${id}${file}`,
    sizes,
    type: file.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
    purpose,
  });
  return {
    id: start,
    start_url: start,
    scope: '/',
    name,
    short_name: name,
    description,
    lang: 'en',
    display: 'standalone',
    background_color: theme.backgroundColor,
    theme_color: theme.backgroundColor,
    icons: [
      icon('.svg', 'any', 'any'),
      icon('-192.png', '192x192', 'any'),
      icon('-512.png', '512x512', 'any'),
      icon('-maskable-512.png', '512x512', 'maskable'),
    ],
  };
};
