import type { StorefrontSlug, Suggestions } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { escapeLike } from './ListingTerms';

type Found = Omit<Suggestions, 'corrected'>;

const MAX_PRODUCTS = 5;
const MAX_PLACES = 3;
/** So many of the store's featured products are looked at first: what many are called is among them. */
const FIRST_LOOKED_AT = 1_500;
/** Of products found by the index, so many are ranked. */
const MAX_RANKED = 100;

/** Each word somewhere in a column. Written out: no index serves LIKE ALL of an array. */
const matches = (column: string, words: readonly string[]): string =>
  words.map((_, index) => `${column} LIKE $${index + FIRST_WORD}`).join(' AND ');
const FIRST_WORD = 3;

const placesSql = (table: 'categories' | 'brands', words: readonly string[]): string => `
  (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name)), '[]') FROM (
    SELECT slug, name FROM ${table} WHERE store = $1 AND ${matches('lower(name)', words)} ORDER BY position LIMIT ${MAX_PLACES}) t) AS ${table}`;

// What is called by the words comes before what mentions them. The index is asked only where the first look did not
// find enough.
const suggestSql = (words: readonly string[]): string => `
  WITH first AS MATERIALIZED (
    SELECT id, name, featured_rank FROM (SELECT id, name, featured_rank, search_text FROM products WHERE store = $1 ORDER BY featured_rank, id LIMIT ${FIRST_LOOKED_AT}) f
    WHERE ${matches('search_text', words)}
  ), found AS (
    SELECT * FROM first
    UNION
    (SELECT id, name, featured_rank FROM products
     WHERE $2::boolean AND (SELECT count(*) < ${MAX_PRODUCTS} FROM first) AND store || '' = $1 AND ${matches('search_text', words)} LIMIT ${MAX_RANKED})
  )
  SELECT ${placesSql('categories', words)}, ${placesSql('brands', words)},
    (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'image', p.image, 'price', p.price_cents / 100.0, 'priceFrom', p.price_from, 'categoryName', p.category_name) ORDER BY c.place), '[]')
     FROM (SELECT id, row_number() OVER (ORDER BY (${matches('lower(name)', words)}) DESC, featured_rank, id) AS place FROM found ORDER BY place LIMIT ${MAX_PRODUCTS}) c
     JOIN products p ON p.id = c.id) AS products`;

const TRIGRAM = 3;
/** As in `product_words()`. */
const LONGEST_WORD = 40;

/** Categories, brands and products that have each of the words. */
export const findSuggestions = async (
  database: Queryable,
  store: StorefrontSlug,
  words: readonly string[],
): Promise<Found> => {
  const patterns = words.map((word) => `%${escapeLike(word)}%`);
  const indexed = words.some(({ length }) => length >= TRIGRAM);
  const { rows } = await database.query<Found>({ text: suggestSql(patterns), values: [store, indexed, ...patterns] });
  return rows[0] ?? { categories: [], brands: [], products: [] };
};

// A slip or two by edit distance, among words that begin alike or share trigrams. While a word is being typed, its
// beginning is compared.
const CORRECTION_SQL = `
  SELECT word FROM search_words, LATERAL (SELECT least(
    levenshtein_less_equal(word, $2, 2), CASE WHEN $3 THEN levenshtein_less_equal(left(word, length($2)), $2, 2) ELSE 3 END) AS distance) d
  WHERE store = $1 AND products > 0 AND (word LIKE left($2, 1) || '%' OR word % $2) AND distance <= CASE WHEN length($2) > 3 THEN 2 ELSE 1 END
  ORDER BY distance, similarity(word, $2) DESC, products DESC LIMIT 1`;

/**
 * The word of this store's products that was most likely meant; the word itself where none comes near, or where it is
 * one.
 */
export const correctWord = async (
  database: Queryable,
  store: StorefrontSlug,
  word: string,
  isBeingTyped: boolean,
): Promise<string> => {
  if (word.length < TRIGRAM || word.length > LONGEST_WORD || /\d/.test(word)) return word;
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
