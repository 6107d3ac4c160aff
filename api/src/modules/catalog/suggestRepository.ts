import type { Suggestions } from '@shop/contracts';
import type { Readable } from '../../database/Database';
import type { Listing } from './parseListing';

type FoundSuggestions = Omit<Suggestions, 'corrected'>;

export const MAX_PRODUCTS = 5;
const MAX_GROUPS = 3;
/** Number of featured products that are scanned first. Frequent words are found among them. */
const MAX_FEATURED_SCANNED = 1_500;
/** Maximum number of products that are ranked when the index is used. */
const MAX_RANKED = 100;

/** All words occur in a column. Spelled out, because no index supports all patterns of an array. */
const buildMatchCondition = (column: string, words: readonly string[]): string =>
  words.map((_, index) => `${column} ~ $${index + FIRST_WORD_PARAMETER}`).join(' AND ');
const FIRST_WORD_PARAMETER = 4;

const buildGroupsSql = (table: 'categories' | 'brands', words: readonly string[]): string => `
  (SELECT coalesce(json_agg(json_build_object('slug', slug, 'name', name)), '[]') FROM (
    SELECT slug, name FROM ${table} WHERE store = $1 AND ${buildMatchCondition('fold_text(name)', words)} ORDER BY position LIMIT ${MAX_GROUPS}) t) AS ${table}`;

// Products of a SKU come first, then those whose name contains the words, then those that mention them. The index is
// used only if the first scan has not found enough.
const buildSuggestSql = (words: readonly string[]): string => `
  WITH first AS MATERIALIZED (
    SELECT id, name, featured_rank FROM (SELECT id, name, featured_rank, search_text FROM products WHERE store = $1 AND status = 'published' ORDER BY featured_rank, id LIMIT ${MAX_FEATURED_SCANNED}) f
    WHERE ${buildMatchCondition('search_text', words)}
  ), found AS (
    SELECT * FROM first
    UNION
    (SELECT id, name, featured_rank FROM products
     WHERE $2::boolean AND (SELECT count(*) < ${MAX_PRODUCTS} FROM first) AND store || '' = $1 AND status = 'published' AND ${buildMatchCondition('search_text', words)} LIMIT ${MAX_RANKED})
    UNION
    SELECT id, name, featured_rank FROM products WHERE id = ANY($3::text[]) AND status = 'published'
  )
  SELECT ${buildGroupsSql('categories', words)}, ${buildGroupsSql('brands', words)},
    (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'image', p.image, 'price', p.price_cents / 100.0, 'priceFrom', p.price_from, 'categoryName', p.category_name) ORDER BY c.place), '[]')
     FROM (SELECT id, row_number() OVER (ORDER BY id = ANY($3::text[]) DESC, (${buildMatchCondition('fold_text(name)', words)}) DESC, featured_rank, id) AS place FROM found ORDER BY place LIMIT ${MAX_PRODUCTS}) c
     JOIN products p ON p.id = c.id) AS products`;

/**
 * Finds what contains all words, given as patterns, and the products of a SKU. `isIndexed` if a trigram index can find
 * one of the words.
 */
export const findSuggestions = async (
  database: Readable,
  { store, idsOfSku }: Pick<Listing, 'store' | 'idsOfSku'>,
  patterns: readonly string[],
  isIndexed: boolean,
): Promise<FoundSuggestions> => {
  const { rows } = await database.query<FoundSuggestions>({
    text: buildSuggestSql(patterns),
    values: [store, isIndexed, idsOfSku, ...patterns],
  });
  return rows[0] ?? { categories: [], brands: [], products: [] };
};
