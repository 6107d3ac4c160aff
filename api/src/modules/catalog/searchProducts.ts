import { FACETS, mapFacets, type NearProducts, type ProductPage } from '@shop/shared/contracts';
import type { Queryable } from '../../database/Database';
import { correctWords } from './correctWords';
import type { Listing } from './parseListing';
import { findProductPage } from './productsRepository';

const FROM_THE_START = { page: 1, after: null };
const WITHOUT_FILTERS = {
  chosen: mapFacets(FACETS, () => []),
  minRating: 0,
  minPriceCents: null,
  maxPriceCents: null,
  offersOnly: false,
};

const hasFilters = ({ chosen, minRating, minPriceCents, maxPriceCents, offersOnly }: Listing): boolean =>
  offersOnly ||
  minRating > 0 ||
  minPriceCents !== null ||
  maxPriceCents !== null ||
  Object.values(chosen).some((values) => values.length > 0);

const correct = async (database: Queryable, { store, words }: Listing): Promise<string[] | undefined> =>
  correctWords(database, store, words, { isBeingTyped: false });

/**
 * Returns a page of the catalog. A search without matches looks for words that begin with its words, then for the
 * closest known words, which the page names as `searchedFor`, then for words that contain them.
 */
const findMatches = async (database: Queryable, listing: Listing): Promise<ProductPage> => {
  const page = await findProductPage(database, listing);
  if (page.total > 0 || listing.words.length === 0) return page;
  const beginning = await findProductPage(database, { ...listing, matching: 'beginnings' });
  if (beginning.total > 0) return beginning;
  const words = await correct(database, listing);
  const corrected = words && (await findProductPage(database, { ...listing, words }));
  if (corrected && corrected.total > 0) return { ...corrected, searchedFor: words.join(' ') };
  return findProductPage(database, { ...listing, matching: 'parts' });
};

/** Adds one word after the other, without those that would leave nothing. */
const findSomeWords = async (database: Queryable, listing: Listing): Promise<ProductPage | undefined> => {
  let found: ProductPage | undefined;
  let words: readonly string[] = [];
  for (const word of (await correct(database, listing)) ?? listing.words) {
    const page = await findProductPage(database, { ...listing, words: [...words, word] });
    if (page.total === 0) continue;
    words = [...words, word];
    found = { ...page, searchedFor: words.join(' ') };
  }
  return found;
};

const toNear = (
  kind: NearProducts['kind'],
  { items, total, totalRelation, searchedFor }: ProductPage,
): NearProducts => ({ kind, items, total, totalRelation, ...(searchedFor === undefined ? {} : { searchedFor }) });

/** Finds what is nearest to a listing without products. */
const findNear = async (database: Queryable, empty: Listing): Promise<NearProducts> => {
  const listing = { ...empty, ...FROM_THE_START };
  const unfiltered = { ...listing, ...WITHOUT_FILTERS };
  const isFiltered = hasFilters(listing);
  const all = isFiltered && (await findMatches(database, unfiltered));
  if (all && all.total > 0) return toNear('without-filters', all);
  if (listing.words.length > 1) {
    const some =
      (await findSomeWords(database, listing)) ?? (isFiltered ? await findSomeWords(database, unfiltered) : undefined);
    if (some) return toNear('some-words', some);
  }
  return toNear(
    'popular',
    await findProductPage(database, { ...unfiltered, words: [], isEmpty: false, sort: 'featured' }),
  );
};

/** Returns a page of the catalog; one without products has those that are near. */
export const searchProducts = async (database: Queryable, listing: Listing): Promise<ProductPage> => {
  const page = await findMatches(database, listing);
  return page.total > 0 ? page : { ...page, near: await findNear(database, listing) };
};
