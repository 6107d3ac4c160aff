import type { CompiledMarkdown } from '@shop/shared/content/compileMarkdown';
import { paths } from '@shop/shared/navigation';
import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import type { ComponentType } from 'react';

// Texts are loaded with the page that shows them.
const chunk = 'content';

type Markdown = Promise<{ readonly default: CompiledMarkdown }>;

const loadArticle = async (path: string, text: Markdown): Promise<ComponentType> => {
  const [{ articlePage }, { default: markdown }] = await Promise.all([
    import(/* webpackChunkName: "content" */ './articlePage'),
    text,
  ]);
  return articlePage(markdown, path);
};

export const contentRoutes = [
  createLazyRoute({
    id: 'home.about',
    path: 'about',
    chunk,
    load: async () => (await import(/* webpackChunkName: "content" */ './loadAboutPage')).loadAboutPage(),
  }),
  createLazyRoute({
    id: 'home.faq',
    path: 'faq',
    chunk,
    load: async () => (await import(/* webpackChunkName: "content" */ './loadFaqPage')).loadFaqPage(),
  }),
  createLazyRoute({
    id: 'home.sitemap',
    path: 'sitemap',
    chunk,
    load: async () => (await import(/* webpackChunkName: "content" */ './SitemapPage')).SitemapPage,
  }),
  createLazyRoute({
    id: 'home.features',
    path: 'features',
    chunk,
    load: async () => (await import(/* webpackChunkName: "content" */ './loadFeaturesPage')).loadFeaturesPage(),
  }),
  createLazyRoute({
    id: 'home.terms',
    path: 'terms',
    chunk,
    load: () => loadArticle(paths.terms, import(/* webpackChunkName: "content" */ './texts/terms.md')),
  }),
  createLazyRoute({
    id: 'home.privacy',
    path: 'privacy',
    chunk,
    load: () => loadArticle(paths.privacy, import(/* webpackChunkName: "content" */ './texts/privacy.md')),
  }),
  createLazyRoute({
    id: 'home.ads',
    path: 'interest-based-ads',
    chunk,
    load: () =>
      loadArticle(paths.interestBasedAds, import(/* webpackChunkName: "content" */ './texts/interest-based-ads.md')),
  }),
  createLazyRoute({
    id: 'home.accessibility',
    path: 'accessibility',
    chunk,
    load: () => loadArticle(paths.accessibility, import(/* webpackChunkName: "content" */ './texts/accessibility.md')),
  }),
];
