import type { TextKey } from '@shop/contracts';
import { createPageLoader } from '@shop/shared/state';
import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import { loadPublished } from '../../parts/loadPublished';

const TEXTS: readonly TextKey[] = [
  'about',
  'faq',
  'features',
  'terms',
  'privacy',
  'interest-based-ads',
  'accessibility',
];

/** Pages of text, which are loaded together. */
export const contentRoutes = [
  createLazyRoute({
    id: 'home.sitemap',
    path: 'sitemap',
    chunk: 'content',
    load: async () => (await import(/* webpackChunkName: "content" */ './contentPages')).contentPages.sitemap(),
  }),
  ...TEXTS.map((path) =>
    createLazyRoute({
      id: `home.${path}`,
      path,
      chunk: 'content',
      load: async () => (await import(/* webpackChunkName: "content" */ './contentPages')).contentPages[path](),
      loader: createPageLoader((store, { request }) => loadPublished(store, path, request.url)),
    }),
  ),
];
