import type { CompiledMarkdown } from '@shop/shared/content/compileMarkdown';
import { paths } from '@shop/shared/navigation';
import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import type { ComponentType } from 'react';

// Texts are loaded with the page that shows them.
const chunk = 'content';

type Markdown = Promise<{ readonly default: CompiledMarkdown }>;

/** A page with one text per storefront, or a shared one. */
const loadArticle = async (
  path: string,
  jewellery: Markdown,
  organic: Markdown = jewellery,
): Promise<ComponentType> => {
  const [{ articlePage }, ofJewellery, ofOrganic] = await Promise.all([
    import(/* webpackChunkName: "content" */ './articlePage'),
    jewellery,
    organic,
  ]);
  return articlePage({ jewellery: ofJewellery.default, organic: ofOrganic.default }, path);
};

export const contentRoutes = [
  createLazyRoute({
    id: 'home.about',
    path: 'about',
    chunk,
    load: async () => (await import(/* webpackChunkName: "content" */ './AboutPage')).AboutPage,
  }),
  createLazyRoute({
    id: 'home.faq',
    path: 'faq',
    chunk,
    load: async () => (await import(/* webpackChunkName: "content" */ './FaqPage')).FaqPage,
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
    load: () =>
      loadArticle(
        paths.features,
        import(/* webpackChunkName: "content" */ './texts/jewellery/features.md'),
        import(/* webpackChunkName: "content" */ './texts/organic/features.md'),
      ),
  }),
  createLazyRoute({
    id: 'home.terms',
    path: 'terms',
    chunk,
    load: () => loadArticle(paths.terms, import(/* webpackChunkName: "content" */ './texts/both/terms.md')),
  }),
  createLazyRoute({
    id: 'home.privacy',
    path: 'privacy',
    chunk,
    load: () => loadArticle(paths.privacy, import(/* webpackChunkName: "content" */ './texts/both/privacy.md')),
  }),
  createLazyRoute({
    id: 'home.ads',
    path: 'interest-based-ads',
    chunk,
    load: () =>
      loadArticle(
        paths.interestBasedAds,
        import(/* webpackChunkName: "content" */ './texts/both/interest-based-ads.md'),
      ),
  }),
  createLazyRoute({
    id: 'home.accessibility',
    path: 'accessibility',
    chunk,
    load: () =>
      loadArticle(paths.accessibility, import(/* webpackChunkName: "content" */ './texts/both/accessibility.md')),
  }),
];
