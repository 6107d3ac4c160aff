import type { CompiledMarkdown } from '@shop/shared/content/compileMarkdown';
import { paths } from '@shop/shared/navigation';
import { lazyRoute } from '@shop/shared/remote/lazyRoute';
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
  lazyRoute({
    id: 'home.about',
    path: 'about',
    chunk,
    load: async () => (await import(/* webpackChunkName: "content" */ './AboutPage')).AboutPage,
  }),
  lazyRoute({
    id: 'home.faq',
    path: 'faq',
    chunk,
    load: async () => (await import(/* webpackChunkName: "content" */ './FaqPage')).FaqPage,
  }),
  lazyRoute({
    id: 'home.sitemap',
    path: 'sitemap',
    chunk,
    load: async () => (await import(/* webpackChunkName: "content" */ './SitemapPage')).SitemapPage,
  }),
  lazyRoute({
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
  lazyRoute({
    id: 'home.terms',
    path: 'terms',
    chunk,
    load: () => loadArticle(paths.terms, import(/* webpackChunkName: "content" */ './texts/both/terms.md')),
  }),
  lazyRoute({
    id: 'home.privacy',
    path: 'privacy',
    chunk,
    load: () => loadArticle(paths.privacy, import(/* webpackChunkName: "content" */ './texts/both/privacy.md')),
  }),
  lazyRoute({
    id: 'home.ads',
    path: 'interest-based-ads',
    chunk,
    load: () =>
      loadArticle(
        paths.interestBasedAds,
        import(/* webpackChunkName: "content" */ './texts/both/interest-based-ads.md'),
      ),
  }),
  lazyRoute({
    id: 'home.accessibility',
    path: 'accessibility',
    chunk,
    load: () =>
      loadArticle(paths.accessibility, import(/* webpackChunkName: "content" */ './texts/both/accessibility.md')),
  }),
];
