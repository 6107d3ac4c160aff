import type { ComponentType } from 'react';
import { loadAboutText } from './AboutText';
import { Article } from './Article';
import { createTextPage } from './createTextPage';
import { FaqText } from './FaqText';
import { SitemapPage } from './SitemapPage';

/** By the path of the page. */
export const contentPages = {
  about: async () => createTextPage('about', { name: 'About', Body: await loadAboutText() }),
  faq: () => createTextPage('faq', { name: 'FAQ', Body: FaqText }),
  sitemap: async () => SitemapPage,
  features: () => createTextPage('features', { Body: Article }),
  terms: () => createTextPage('terms', { Body: Article }),
  privacy: () => createTextPage('privacy', { Body: Article }),
  'interest-based-ads': () => createTextPage('interest-based-ads', { Body: Article }),
  accessibility: () => createTextPage('accessibility', { Body: Article }),
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>;
