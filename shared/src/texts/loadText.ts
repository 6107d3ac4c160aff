import type { TextKey } from '@shop/contracts';
import type { CompiledMarkdown } from '@shop/contracts/markdown/compileMarkdown';
import type { StorefrontId } from '@shop/contracts/storefronts';
import { storefrontDocuments } from '../storefronts/documents';
import { readText, type PageText } from './readText';

const loadGeneral = (key: TextKey): Promise<{ readonly default: CompiledMarkdown }> => {
  switch (key) {
    case 'about':
    case 'faq':
      return import(/* webpackChunkName: "general-texts" */ './general/faq.md');
    case 'features':
      return import(/* webpackChunkName: "general-texts" */ './general/features.md');
    case 'terms':
      return import(/* webpackChunkName: "content" */ './terms.md');
    case 'privacy':
      return import(/* webpackChunkName: "content" */ './privacy.md');
    case 'interest-based-ads':
      return import(/* webpackChunkName: "content" */ './interest-based-ads.md');
    case 'accessibility':
      return import(/* webpackChunkName: "content" */ './accessibility.md');
  }
};

/** Loads a compiled text of a storefront, or the one that suits every storefront. */
export const loadText = async (id: StorefrontId, key: TextKey): Promise<PageText> => {
  const own = key === 'about' || key === 'faq' || key === 'features' ? await storefrontDocuments[id].loadTexts() : {};
  const text = (own as Readonly<Partial<Record<TextKey, CompiledMarkdown>>>)[key] ?? (await loadGeneral(key)).default;
  return readText(text);
};
