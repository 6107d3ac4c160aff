import type { StorefrontSlug } from '@shop/contracts';
import type { Readable } from '../../database/Database';

// Splits like `product_words()`. Only one product is read for each word, from the index of words.
const SPELLING_SQL = `
  SELECT coalesce(lower(written), word) AS written FROM unnest($2::text[]) WITH ORDINALITY asked(word, place)
  LEFT JOIN LATERAL (
    SELECT written FROM (SELECT array_to_string(ARRAY[name, category_name, brand_name] || attribute_values(attributes), ' ') AS texts
      FROM products WHERE store = $1 AND status = 'published' AND search_vector @@ format('%L:A', word)::tsquery LIMIT 1) p,
      regexp_split_to_table(texts, '[][[:space:]\\x1f,.;:!?()"/&+_-]+') written
    WHERE fold_text(written) = word LIMIT 1) found ON true
  ORDER BY place`;

/** Returns folded words as a product of the storefront writes them. A word that none has stays. */
export const writeAsProducts = async (
  database: Readable,
  store: StorefrontSlug,
  words: readonly string[],
): Promise<string[]> => {
  const { rows } = await database.query<{ written: string }>({
    name: 'words-as-written',
    text: SPELLING_SQL,
    values: [store, words],
  });
  return rows.map(({ written }) => written);
};
