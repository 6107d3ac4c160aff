import type { ProductPage } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { correctWords } from './correctWords';
import type { Listing } from './parseListing';
import { findProductPage } from './productsRepository';

/**
 * Returns a page of the catalog. A search without matches looks for words that begin with its words, then for words
 * that contain them, then for the closest known words, which the page names as `searchedFor`.
 */
export const searchProducts = async (database: Queryable, listing: Listing): Promise<ProductPage> => {
  const page = await findProductPage(database, listing);
  if (page.total > 0 || listing.words.length === 0) return page;
  for (const matching of ['beginnings', 'parts'] as const) {
    const found = await findProductPage(database, { ...listing, matching });
    if (found.total > 0) return found;
  }
  const words = await correctWords(database, listing.store, listing.words, { isBeingTyped: false });
  if (!words) return page;
  const found = await findProductPage(database, { ...listing, words });
  return found.total > 0 ? { ...found, searchedFor: words.join(' ') } : page;
};
