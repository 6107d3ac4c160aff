import type { StorefrontSlug, Suggestions } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { escapeLike } from './ListingTerms';

type FoundSuggestions = Omit<Suggestions, 'corrected'>;

const MAX_PRODUCTS = 5;
const MAX_GROUPS = 3;
/** Number of featured products that are scanned first. Frequent words are found among them. */
const MAX_FEATURED_SCANNED = 1_500;
/** Maximum number of products that are ranked when the index is used. */
const MAX_RANKED = 100;

/** All words occur in a column. Spelled out, because no index supports LIKE ALL of an array. */
const buildMatchCondition = (column: string, words: readonly string[]): string =>
  words.map((_, index) => `${column} LIKE $${index + FIRST_WORD_PARAMETER}`).join(' AND ');
const FIRST_WORD_PARAMETER = 3;

const buildGroupsSql = (table: 'categories' | 'brands', words: readonly string[]): string => `
  (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name)), '[]') FROM (
    SELECT slug, name FROM ${table} WHERE store = $1 AND ${buildMatchCondition('lower(name)', words)} ORDER BY position LIMIT ${MAX_GROUPS}) t) AS ${table}`;

// Products whose name contains the words come before those that mention them. The index is used only if the first scan
// has not found enough.
const buildSuggestSql = (words: readonly string[]): string => `
  WITH first AS MATERIALIZED (
    SELECT id, name, featured_rank FROM (SELECT id, name, featured_rank, search_text FROM products WHERE store = $1 ORDER BY featured_rank, id LIMIT ${MAX_FEATURED_SCANNED}) f
    WHERE ${buildMatchCondition('search_text', words)}
  ), found AS (
    SELECT * FROM first
    UNION
    (SELECT id, name, featured_rank FROM products
     WHERE $2::boolean AND (SELECT count(*) < ${MAX_PRODUCTS} FROM first) AND store || '' = $1 AND ${buildMatchCondition('search_text', words)} LIMIT ${MAX_RANKED})
  )
  SELECT ${buildGroupsSql('categories', words)}, ${buildGroupsSql('brands', words)},
    (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'image', p.image, 'price', p.price_cents / 100.0, 'priceFrom', p.price_from, 'categoryName', p.category_name) ORDER BY c.place), '[]')
     FROM (SELECT id, row_number() OVER (ORDER BY (${buildMatchCondition('lower(name)', words)}) DESC, featured_rank, id) AS place FROM found ORDER BY place LIMIT ${MAX_PRODUCTS}) c
     JOIN products p ON p.id = c.id) AS products`;

const TRIGRAM_LENGTH = 3;
/** Same as in `product_words()`. */
const MAX_WORD_LENGTH = 40;

/** Finds categories, brands and products that contain all words. */
export const findSuggestions = async (
  database: Queryable,
  store: StorefrontSlug,
  words: readonly string[],
): Promise<FoundSuggestions> => {
  const patterns = words.map((word) => `%${escapeLike(word)}%`);
  const hasIndexedWord = words.some(({ length }) => length >= TRIGRAM_LENGTH);
  const { rows } = await database.query<FoundSuggestions>({
    text: buildSuggestSql(patterns),
    values: [store, hasIndexedWord, ...patterns],
  });
  return rows[0] ?? { categories: [], brands: [], products: [] };
};

// Allows an edit distance of 1 or 2 to words with the same first letter or shared trigrams. While a word is being
// typed, it is compared to their beginnings.
const CORRECTION_SQL = `
  SELECT word FROM search_words, LATERAL (SELECT least(
    levenshtein_less_equal(word, $2, 2), CASE WHEN $3 THEN levenshtein_less_equal(left(word, length($2)), $2, 2) ELSE 3 END) AS distance) d
  WHERE store = $1 AND products > 0 AND (word LIKE left($2, 1) || '%' OR word % $2) AND distance <= CASE WHEN length($2) > 3 THEN 2 ELSE 1 END
  ORDER BY distance, similarity(word, $2) DESC, products DESC LIMIT 1`;

/** Returns the closest word in the storefront's product names, or the word itself if it is known or none is close. */
export const correctWord = async (
  database: Queryable,
  store: StorefrontSlug,
  word: string,
  isBeingTyped: boolean,
): Promise<string> => {
  if (word.length < TRIGRAM_LENGTH || word.length > MAX_WORD_LENGTH || /\d/.test(word)) return word;
  const { rows: known } = await database.query({
    name: 'word-known',
    text: 'SELECT 1 FROM search_words WHERE store = $1 AND products > 0 AND word LIKE $2 LIMIT 1',
    values: [store, `%${escapeLike(word)}%`],
  });
  if (known.length > 0) return word;
  const { rows } = await database.query<{ word: string }>({
    name: 'word-corrected',
    text: CORRECTION_SQL,
    values: [store, word, isBeingTyped],
  });
  return rows[0]?.word ?? word;
};
