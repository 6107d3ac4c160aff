import type { ProductPage } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { correctWords } from './correctWords';
import type { Listing } from './parseListing';
import { findProductPage } from './productsRepository';

/**
 * Returns a page of the catalog. A search without matches looks for words that begin with its words, then for the
 * closest known words, which the page names as `searchedFor`, then for words that contain them.
 */
export const searchProducts = async (database: Queryable, listing: Listing): Promise<ProductPage> => {
  const page = await findProductPage(database, listing);
  if (page.total > 0 || listing.words.length === 0) return page;
  const beginning = await findProductPage(database, { ...listing, matching: 'beginnings' });
  if (beginning.total > 0) return beginning;
  const words = await correctWords(database, listing.store, listing.words, { isBeingTyped: false });
  const corrected = words && (await findProductPage(database, { ...listing, words }));
  if (corrected && corrected.total > 0) return { ...corrected, searchedFor: words.join(' ') };
  return findProductPage(database, { ...listing, matching: 'parts' });
};
