import { FACETS, mapFacets, type NearProducts, type ProductPage } from '@shop/contracts';
import type { Readable } from '../../database/Database';
import { correctWords } from './correctWords';
import type { Listing } from './parseListing';
import { findProductPage } from './productsRepository';
import { probeProducts } from './probeProducts';
import { recognizeSku } from './recognizeSku';
import { buildWordsQuery } from './searchTerms';
import { spellSingulars } from './spellSingulars';
import { toSingular } from './words';
import { writeAsProducts } from './writeAsProducts';

const FROM_THE_START = { page: 1, after: null };
const WITHOUT_FILTERS = {
  chosen: mapFacets(FACETS, () => []),
  minRating: 0,
  minPriceCents: null,
  maxPriceCents: null,
  offersOnly: false,
};

/** Whether a listing is of a part of what a search finds. */
export const hasFilters = ({ chosen, minRating, minPriceCents, maxPriceCents, offersOnly }: Listing): boolean =>
  offersOnly ||
  minRating > 0 ||
  minPriceCents !== null ||
  maxPriceCents !== null ||
  Object.values(chosen).some((values) => values.length > 0);

type Search = Pick<Listing, 'store' | 'synonyms'>;

const correct = async (
  database: Readable,
  { store, synonyms }: Search,
  words: readonly string[],
): Promise<string[] | undefined> => correctWords(database, store, words, { synonyms, isBeingTyped: false });

const hasProduct = async (
  database: Readable,
  { store, synonyms }: Search,
  words: readonly string[],
  matching: 'words' | 'beginnings' = 'words',
): Promise<boolean> => probeProducts(database, store, buildWordsQuery(words, matching, synonyms));

/**
 * Decides what a search looks for: its words; if no product of the storefront has them, and the search is no SKU, words
 * that begin with them, then the closest known words, which the page names as `searchedFor`, then words that contain
 * them.
 */
const understand = async (
  database: Readable,
  listing: Listing,
): Promise<Pick<Listing, 'words' | 'matching'> & Pick<ProductPage, 'searchedFor'>> => {
  const { words: typed, idsOfSku } = listing;
  if (typed.length === 0 || idsOfSku.length > 0) return { words: typed, matching: 'words' };
  const words = await spellSingulars(database, listing, typed);
  const spelled = { words, ...(words === typed ? {} : { searchedFor: words.join(' ') }) };
  if (await hasProduct(database, listing, words)) return { ...spelled, matching: 'words' };
  if (await hasProduct(database, listing, words, 'beginnings')) return { ...spelled, matching: 'beginnings' };
  const corrected = await correct(database, listing, words);
  if (corrected && (await hasProduct(database, listing, corrected)))
    return { words: corrected, matching: 'words', searchedFor: corrected.join(' ') };
  return { words: typed, matching: 'parts' };
};

const findMatches = async (database: Readable, listing: Listing): Promise<ProductPage> => {
  const { searchedFor, ...search } = await understand(database, listing);
  const page = await findProductPage(database, { ...listing, ...search });
  return searchedFor === undefined ? page : { ...page, searchedFor };
};

/** Adds one word after the other, without those that would leave nothing. */
const listSomeWords = async (database: Readable, listing: Listing): Promise<string[]> => {
  const words: string[] = [];
  const spelled = await spellSingulars(database, listing, listing.words);
  for (const word of (await correct(database, listing, spelled)) ?? spelled)
    if (await hasProduct(database, listing, [...words, word])) words.push(word);
  return words;
};

const toNear = (
  kind: NearProducts['kind'],
  { items, total, totalRelation, searchedFor }: ProductPage,
): NearProducts => ({ kind, items, total, totalRelation, ...(searchedFor === undefined ? {} : { searchedFor }) });

/** Finds what is nearest to a listing without products. */
const findNear = async (database: Readable, empty: Listing): Promise<NearProducts> => {
  const listing = { ...empty, ...FROM_THE_START };
  const unfiltered = { ...listing, ...WITHOUT_FILTERS };
  const isFiltered = hasFilters(listing);
  const all = isFiltered && (await findMatches(database, unfiltered));
  if (all && all.total > 0) return toNear('without-filters', all);
  if (listing.words.length > 1) {
    const words = await listSomeWords(database, listing);
    const some = words.length > 0 && (await findProductPage(database, { ...unfiltered, words }));
    if (some && some.total > 0) return toNear('some-words', { ...some, searchedFor: words.join(' ') });
  }
  const wordless: Listing = { ...unfiltered, words: [], isEmpty: false, sort: 'featured' };
  const free = listing.freeFrom.length > 0 && (await findProductPage(database, wordless));
  if (free && free.total > 0) return toNear('some-words', { ...free, searchedFor: '' });
  return toNear('popular', await findProductPage(database, { ...wordless, freeFrom: [] }));
};

/** Writes what was searched for as products do, and names what they are free from, too. */
const nameSearch = async <T extends Pick<ProductPage, 'searchedFor'>>(
  database: Readable,
  found: T,
  { store, freeFrom }: Listing,
): Promise<T> => {
  if (found.searchedFor === undefined) return found;
  const words = await writeAsProducts(database, store, found.searchedFor.split(' ').filter(Boolean));
  return { ...found, searchedFor: [...freeFrom.map((slug) => `${toSingular(slug)} free`), ...words].join(' ') };
};

/** Returns a page of the catalog; one without products has those that are near. */
export const searchProducts = async (database: Readable, parsed: Listing): Promise<ProductPage> => {
  const listing = await recognizeSku(database, parsed);
  const page = await nameSearch(database, await findMatches(database, listing), listing);
  if (page.total > 0) return page;
  return { ...page, near: await nameSearch(database, await findNear(database, listing), listing) };
};
