import type { Readable } from '../../database/Database';
import type { Listing } from './parseListing';
import { parseWords } from './searchTerms';

/** SKUs of variants may repeat. */
const MAX_PRODUCTS = 10;

// Looks the SKU up in two indexes: products_by_sku and variants_by_sku.
const SKU_SQL = `
  SELECT id FROM products WHERE store = $1 AND status = 'published' AND id IN (
    SELECT id FROM products WHERE lower(sku) = $2 UNION SELECT product_id FROM product_variants WHERE lower(sku) = $2)
  ORDER BY featured_rank, id LIMIT ${MAX_PRODUCTS}`;

/**
 * Adds the products that have the whole search as their SKU or as that of a variant. If there are any, nothing in the
 * search means "free from".
 */
export const recognizeSku = async (database: Readable, listing: Listing): Promise<Listing> => {
  const { store, sku } = listing;
  if (sku === '') return listing;
  const { rows } = await database.query<{ id: string }>({
    name: 'products-of-sku',
    text: SKU_SQL,
    values: [store, sku],
  });
  if (rows.length === 0) return listing;
  return { ...listing, idsOfSku: rows.map(({ id }) => id), words: parseWords(sku), freeFrom: [] };
};
