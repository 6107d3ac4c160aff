import { PRODUCTS_PER_PAGE } from '@shop/contracts';
import { buildCountedCtes, MAX_INDEXED_WHOLE_PRODUCTS, buildFacetColumns, MAX_COUNTED_MATCHES } from './facetCounts';
import { ListingTerms } from './ListingTerms';
import type { Listing } from './parseListing';
import { PRODUCT_COLUMNS } from './productColumns';

/** Up to this number, matches are fetched and sorted; beyond it, a page is read from the sort's index. */
const MAX_SORTED_PRODUCTS = 2_000;
/** Number of pages if there are too many matches to count: the counted ones. */
const MAX_CAPPED_PAGES = Math.ceil((MAX_COUNTED_MATCHES + 1 + MAX_INDEXED_WHOLE_PRODUCTS) / PRODUCTS_PER_PAGE);
/** One more than a page, to detect whether there is a next one. */
const MAX_ROWS = PRODUCTS_PER_PAGE + 1;

/**
 * Selects candidates for the page from the cheapest source; only one or two of these branches run, and that of a SKU.
 */
const buildCandidatesSql = (terms: ListingTerms, listing: Listing): string => {
  const selectFrom = (source: string): string => `SELECT ${terms.listKeyColumns('p')} FROM ${source}`;
  const isListed = `${terms.buildAfterCondition('p')} AND ${terms.buildNoSkuCondition('p')}`;
  const wholeCells = 'SELECT id FROM chosen WHERE whole';
  const plain = [
    // Many: index-only scan in the sort's order. "IS TRUE" makes the lookup a hashed subplan instead of a join.
    `(${selectFrom(terms.buildProducts())} WHERE (SELECT many AND NOT capped FROM sums) AND p.store = ${terms.store} AND (p.facet_cell_id IN (${wholeCells})) IS TRUE
       AND ${terms.buildPriceCondition('p.price_cents')} AND ${isListed}
     ORDER BY ${terms.buildOrder('p')} LIMIT (SELECT ${MAX_ROWS} + matched FROM paged) OFFSET (SELECT skipped FROM paged))`,
    // Few: fetch all of them.
    `(${selectFrom(terms.buildProducts())} WHERE (SELECT NOT many AND NOT capped FROM sums) AND p.facet_cell_id = ANY(ARRAY(${wholeCells}))
       AND ${terms.buildPriceCondition('(p.price_cents + 0)')} AND ${isListed})`,
  ];
  const bySearch = [
    `(${selectFrom('matches p JOIN chosen c ON c.id = p.facet_cell_id')} WHERE (SELECT NOT capped FROM sums) AND ${isListed})`,
    // Too many to count, so they are dense: scan in the sort's order until the page is full.
    `(${selectFrom(terms.buildProducts())} WHERE (SELECT capped FROM sums) AND p.store = ${terms.store} AND (p.facet_cell_id IN (SELECT id FROM cells WHERE ${terms.buildFilterCondition()})) IS TRUE
       AND ${terms.buildUnindexedTextCondition('p')} AND ${terms.buildPriceCondition('p.price_cents')} AND ${isListed}
     ORDER BY ${terms.buildOrder('p')} LIMIT ${Math.min(listing.page, MAX_CAPPED_PAGES) * PRODUCTS_PER_PAGE + 1})`,
  ];
  const isChosen = 'p.facet_cell_id IN (SELECT id FROM chosen)';
  const bySku = `(SELECT ${terms.listKeyColumns('p')} FROM ${terms.buildProductsOfSku(`${isChosen} AND ${terms.buildAfterCondition('p')}`)})`;
  return [...plain, ...(terms.hasWords ? bySearch : []), ...(terms.idsOfSku === null ? [] : [bySku])].join(
    ' UNION ALL ',
  );
};

/** Builds a name for the prepared statement from everything that its text depends on. */
const buildStatementName = ({ sort, minPriceCents, maxPriceCents, after, isEmpty }: Listing): string =>
  [
    'listing',
    sort,
    minPriceCents === null ? '' : 'from',
    maxPriceCents === null ? '' : 'to',
    after ? 'after' : '',
    isEmpty ? 'empty' : '',
  ]
    .filter(Boolean)
    .join('-');

/**
 * Builds the query of a listing: its page, its total and every facet's counts under the other filters.
 *
 * Counts are sums over facet cells. If a cell's own words match the search, all of its products do, and likewise for a
 * cell within the price range. Only products in cells at the ends of the range, and those whose own text is searched,
 * are counted one by one. So the cost depends on the number of cells, on the counted matches (up to a limit), and on
 * the page number.
 */
export const buildListingSql = (listing: Listing): { name?: string; text: string; values: unknown[] } => {
  const terms = new ListingTerms(listing);
  const page = listing.after
    ? '1'
    : `greatest(1, least(${terms.bind(listing.page)}::integer, ceil(total / ${PRODUCTS_PER_PAGE}.0)::integer))`;
  const text = `
    WITH ${buildCountedCtes(terms)},
    chosen AS MATERIALIZED (SELECT id, whole, n FROM counted WHERE ${terms.buildFilterCondition()}),
    sums AS MATERIALIZED (
      SELECT coalesce(sum(n), 0)::integer AS total, coalesce(sum(n) FILTER (WHERE whole), 0) > ${MAX_SORTED_PRODUCTS} AS many,
        (SELECT count(*) > ${MAX_COUNTED_MATCHES} FROM matches) AND (SELECT partly AND by_index FROM search) AS capped, (SELECT count(*) + ${listing.idsOfSku.length} FROM matches) AS matched
      FROM chosen
    ),
    placed AS MATERIALIZED (SELECT *, ${page} AS page FROM sums),
    -- At most all matches and the products of a SKU precede a row, so earlier rows of the sort can be skipped.
    paged AS MATERIALIZED (
      SELECT *, (page - 1) * ${PRODUCTS_PER_PAGE} AS first,
        CASE WHEN many AND NOT capped THEN greatest(0, (page - 1) * ${PRODUCTS_PER_PAGE} - matched) ELSE 0 END AS skipped
      FROM placed
    ),
    candidates AS (${buildCandidatesSql(terms, listing)}),
    shown AS MATERIALIZED (
      SELECT *, row_number() OVER (ORDER BY ${terms.buildOrder('c')}) AS place FROM candidates c
      ORDER BY ${terms.buildOrder('c')} LIMIT ${MAX_ROWS} OFFSET (SELECT first - skipped FROM paged)
    )
    SELECT total, page, (SELECT partly AND (NOT by_index OR capped) FROM search) AS "isAtLeast",
      (SELECT coalesce(json_agg(i ORDER BY place), '[]') FROM (
         SELECT ${PRODUCT_COLUMNS}, s.place, json_build_array(${terms.listKeyColumns('s')}) AS key FROM shown s JOIN products p ON p.id = s.id) i) AS items,
      ${buildFacetColumns(terms)}
    FROM paged`;
  // Without words there are few statements and one plan fits all values. Preparing them saves two thirds of the time in
  // a small shop.
  return { ...(terms.hasWords ? {} : { name: buildStatementName(listing) }), text, values: terms.values };
};
