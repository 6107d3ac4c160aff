import { paths } from '@shop/shared/navigation';
import type { ComponentType } from 'react';
import { articlePage } from './articlePage';
import { loadAboutPage } from './loadAboutPage';
import { loadFaqPage } from './loadFaqPage';
import { loadFeaturesPage } from './loadFeaturesPage';
import { SitemapPage } from './SitemapPage';
import accessibility from './texts/accessibility.md';
import ads from './texts/interest-based-ads.md';
import privacy from './texts/privacy.md';
import terms from './texts/terms.md';

/** By the path of the page. */
export const contentPages = {
  about: loadAboutPage,
  faq: loadFaqPage,
  sitemap: async () => SitemapPage,
  features: loadFeaturesPage,
  terms: async () => articlePage(terms, paths.terms),
  privacy: async () => articlePage(privacy, paths.privacy),
  'interest-based-ads': async () => articlePage(ads, paths.interestBasedAds),
  accessibility: async () => articlePage(accessibility, paths.accessibility),
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>;
