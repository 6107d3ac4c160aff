import type { CompiledMarkdown } from '@shop/shared/content/compileMarkdown';
import { paths } from '@shop/shared/navigation';
import type { RouteHandle } from '@shop/shared/remote';
import type { RouteObject } from 'react-router-dom';

type Markdown = Promise<{ readonly default: CompiledMarkdown }>;

/** A page of one text for each store, or of one that both share. */
const loadArticle = async (path: string, jewellery: Markdown, organic: Markdown = jewellery) => {
  const [{ articlePage }, ofJewellery, ofOrganic] = await Promise.all([import(/* webpackChunkName: "content" */ './articlePage'), jewellery, organic]);
  return { Component: articlePage({ jewellery: ofJewellery.default, organic: ofOrganic.default }, path) };
};

const handle: RouteHandle = { chunk: 'content' };

// Texts come with the page that shows them: nobody who looks at rings downloads our terms.
export const contentRoutes: RouteObject[] = [
  { id: 'home.about', path: 'about', handle, lazy: async () => ({ Component: (await import(/* webpackChunkName: "content" */ './AboutPage')).AboutPage }) },
  { id: 'home.faq', path: 'faq', handle, lazy: async () => ({ Component: (await import(/* webpackChunkName: "content" */ './FaqPage')).FaqPage }) },
  { id: 'home.sitemap', path: 'sitemap', handle, lazy: async () => ({ Component: (await import(/* webpackChunkName: "content" */ './SitemapPage')).SitemapPage }) },
  { id: 'home.features', path: 'features', handle, lazy: () => loadArticle(paths.features, import(/* webpackChunkName: "content" */ './texts/jewellery/features.md'), import(/* webpackChunkName: "content" */ './texts/organic/features.md')) },
  { id: 'home.terms', path: 'terms', handle, lazy: () => loadArticle(paths.terms, import(/* webpackChunkName: "content" */ './texts/both/terms.md')) },
  { id: 'home.privacy', path: 'privacy', handle, lazy: () => loadArticle(paths.privacy, import(/* webpackChunkName: "content" */ './texts/both/privacy.md')) },
  { id: 'home.ads', path: 'interest-based-ads', handle, lazy: () => loadArticle(paths.interestBasedAds, import(/* webpackChunkName: "content" */ './texts/both/interest-based-ads.md')) },
  { id: 'home.accessibility', path: 'accessibility', handle, lazy: () => loadArticle(paths.accessibility, import(/* webpackChunkName: "content" */ './texts/both/accessibility.md')) },
];
