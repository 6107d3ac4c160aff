import type { StorefrontSlug, Suggestions } from '@shop/contracts';
import type { Readable } from '../../database/Database';
import { correctWords } from './correctWords';
import { parseListing } from './parseListing';
import { findProductPage } from './productsRepository';
import { recognizeSku } from './recognizeSku';
import { areIndexed, buildWordPattern, type Matching } from './searchTerms';
import type { Synonyms } from './synonyms';
import { writeAsProducts } from './writeAsProducts';
import { findSuggestions, MAX_PRODUCTS } from './suggestRepository';

const NO_SUGGESTIONS: Suggestions = { corrected: null, categories: [], brands: [], products: [] };

/**
 * Returns suggestions for a search whose last word may be unfinished, or that is a SKU. If nothing matches, unknown
 * words are replaced by the closest known ones.
 */
export const suggest = async (
  database: Readable,
  store: StorefrontSlug,
  q: string | undefined,
  synonyms: Synonyms,
): Promise<Suggestions> => {
  const listing = await recognizeSku(database, parseListing({ store, q }, synonyms));
  if (listing.freeFrom.length > 0) {
    const { items } = await findProductPage(database, listing);
    return { ...NO_SUGGESTIONS, products: items.slice(0, MAX_PRODUCTS) };
  }
  const { words } = listing;
  if (words.length === 0) return NO_SUGGESTIONS;
  const find = async (searched: readonly string[], last: Matching) => {
    const patterns = searched.map((word, index) =>
      buildWordPattern(word, index === searched.length - 1 ? last : 'words', synonyms),
    );
    const found = await findSuggestions(database, listing, patterns, areIndexed(searched, synonyms));
    return found.categories.length + found.brands.length + found.products.length > 0 ? found : undefined;
  };
  const beginning = await find(words, 'beginnings');
  if (beginning) return { corrected: null, ...beginning };
  const corrected = await correctWords(database, store, words, { synonyms, isBeingTyped: true });
  const meant = corrected && (await find(corrected, 'words'));
  if (meant) return { corrected: (await writeAsProducts(database, store, corrected)).join(' '), ...meant };
  const part = await find(words, 'parts');
  return part ? { corrected: null, ...part } : NO_SUGGESTIONS;
};
