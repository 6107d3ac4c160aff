import type { StorefrontSlug, Suggestions } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { parseWords } from './parseListing';
import { correctWord, findSuggestions } from './suggestRepository';

const NO_SUGGESTIONS: Suggestions = { corrected: null, categories: [], brands: [], products: [] };

/**
 * Returns suggestions for a partial search. If nothing matches, unknown words are replaced by the closest known ones.
 */
export const suggest = async (
  database: Queryable,
  store: StorefrontSlug,
  q: string | undefined,
): Promise<Suggestions> => {
  const words = parseWords(q);
  if (words.length === 0) return NO_SUGGESTIONS;
  const found = await findSuggestions(database, store, words);
  if (found.categories.length + found.brands.length + found.products.length > 0) return { corrected: null, ...found };
  const last = words.length - 1;
  const corrected = await Promise.all(words.map((word, index) => correctWord(database, store, word, index === last)));
  if (corrected.every((word, index) => word === words[index])) return NO_SUGGESTIONS;
  return { corrected: corrected.join(' '), ...(await findSuggestions(database, store, corrected)) };
};
