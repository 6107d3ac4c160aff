import type { Readable } from '../../database/Database';
import type { Listing } from './parseListing';
import { probeProducts } from './probeProducts';
import { buildWordsQuery } from './searchTerms';

/** The plurals of nearly all other words that end so are of words in -o. Short ones, such as "aloe", are left alone. */
const WORDS_IN_OE = /^.{1,4}$|(?:shoe|canoe|mistletoe|tiptoe)$/;

type Search = Pick<Listing, 'store' | 'synonyms'>;

const spellSingular = async (database: Readable, { store, synonyms }: Search, word: string): Promise<string> => {
  if (!word.endsWith('oe') || WORDS_IN_OE.test(word)) return word;
  const singular = word.slice(0, -1);
  const isMeant =
    !(await probeProducts(database, store, `'${word}'`)) &&
    (await probeProducts(database, store, buildWordsQuery([singular], 'words', synonyms)));
  return isMeant ? singular : word;
};

/**
 * Corrects words such as "tomatoe", which would find "tomatoes" as if they were its singular. A word that a product has
 * stays. Returns the same array if there is nothing to correct.
 */
export const spellSingulars = async (
  database: Readable,
  search: Search,
  words: readonly string[],
): Promise<readonly string[]> => {
  const spelled = await Promise.all(words.map((word) => spellSingular(database, search, word)));
  return spelled.some((word, index) => word !== words[index]) ? spelled : words;
};
