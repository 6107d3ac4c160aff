import type { StorefrontSlug } from '@shop/contracts';
import type { Readable } from '../../database/Database';
import { buildWordPattern, TRIGRAM_LENGTH } from './searchTerms';
import type { Synonyms } from './synonyms';

/** Same as in `product_words()`. */
const MAX_WORD_LENGTH = 40;

const WORDS_OF_PRODUCTS = 'SELECT word, products FROM search_words WHERE store = $1 AND products > 0';

// Allows an edit distance of 1 or 2 to words with the same first letter or shared trigrams, or to their singular. While
// a word is being typed, it is compared to their beginnings. Of equally close words, one
// that a product has and that sounds the same is first.
const CORRECTION_SQL = `
  SELECT word FROM (${WORDS_OF_PRODUCTS} UNION ALL SELECT word, 0 FROM unnest($3::text[]) word) known, LATERAL (
    SELECT min(levenshtein_less_equal(form, $2, 2)) AS distance FROM unnest(
      ARRAY[word, regexp_replace(word, 's$', ''), regexp_replace(word, 'es$', ''), regexp_replace(word, 'ies$', 'y')]
      || CASE WHEN $4 THEN ARRAY[left(word, length($2))] ELSE '{}' END) form) d
  WHERE (word LIKE left($2, 1) || '%' OR word % $2) AND distance <= CASE WHEN length($2) > 3 THEN 2 ELSE 1 END
  ORDER BY distance, similarity(word, $2) DESC,
    products > 0 DESC, metaphone(word, $5) = metaphone($2, $5) DESC, products DESC LIMIT 1`;

const correctWord = async (
  database: Readable,
  store: StorefrontSlug,
  word: string,
  { synonyms, isBeginning }: { readonly synonyms: Synonyms; readonly isBeginning: boolean },
): Promise<string> => {
  if (word.length < TRIGRAM_LENGTH || word.length > MAX_WORD_LENGTH || /\d/.test(word)) return word;
  if (synonyms.has(word, { isBeginning })) return word;
  const { rows: known } = await database.query({
    name: 'word-known',
    text: `SELECT 1 FROM (${WORDS_OF_PRODUCTS}) known WHERE word ~ $2 LIMIT 1`,
    values: [store, buildWordPattern(word, isBeginning ? 'beginnings' : 'words', synonyms)],
  });
  if (known.length > 0) return word;
  const { rows } = await database.query<{ word: string }>({
    name: 'word-corrected',
    text: CORRECTION_SQL,
    values: [store, word, synonyms.listNear(word, { isBeginning }), isBeginning, MAX_WORD_LENGTH],
  });
  return rows[0]?.word ?? word;
};

/**
 * Replaces words that no product of the storefront has in its name, category, brand or attributes by the closest ones.
 * Returns undefined if there is nothing to replace.
 */
export const correctWords = async (
  database: Readable,
  store: StorefrontSlug,
  words: readonly string[],
  {
    synonyms,
    isBeingTyped,
  }: { readonly synonyms: Synonyms; /** Whether the last word may be unfinished. */ readonly isBeingTyped: boolean },
): Promise<string[] | undefined> => {
  const last = words.length - 1;
  const corrected = await Promise.all(
    words.map((word, index) =>
      correctWord(database, store, word, { synonyms, isBeginning: isBeingTyped && index === last }),
    ),
  );
  return corrected.some((word, index) => word !== words[index]) ? corrected : undefined;
};
