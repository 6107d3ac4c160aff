import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';

const PATHS = [
  'about',
  'faq',
  'sitemap',
  'features',
  'terms',
  'privacy',
  'interest-based-ads',
  'accessibility',
] as const;

/** Pages of text, which are loaded together. */
export const contentRoutes = PATHS.map((path) =>
  createLazyRoute({
    id: `home.${path}`,
    path,
    chunk: 'content',
    load: async () => (await import(/* webpackChunkName: "content" */ './contentPages')).contentPages[path](),
  }),
);
