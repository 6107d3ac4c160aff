import { PRODUCTS_PER_PAGE } from '@shop/shared/contracts';
import { countedCtes, ENOUGH_PRODUCTS, facetColumns, MAX_COUNTED_MATCHES } from './facetCounts';
import { ListingTerms } from './ListingTerms';
import type { Listing } from './parseListing';
import { PRODUCT_COLUMNS } from './productColumns';

/** So few products are fetched and sorted; of more, a page is read in the sort's order. */
const FEW_PRODUCTS = 2_000;
/** Of matches that are too many to be counted, so many pages can be asked for: all that are counted. */
const MAX_CAPPED_PAGES = Math.ceil((MAX_COUNTED_MATCHES + 1 + ENOUGH_PRODUCTS) / PRODUCTS_PER_PAGE);
/** One more than a page shows: whether there is a next one. */
const ROWS = PRODUCTS_PER_PAGE + 1;

/** The products that may be on the page, from whichever source has them at least cost; only one or two of these run. */
const candidatesSql = (terms: ListingTerms, listing: Listing): string => {
  const from = (source: string): string => `SELECT ${terms.keys('p')} FROM ${source}`;
  const wholeCells = 'SELECT id FROM chosen WHERE whole AND n > 0';
  const plain = [
    // Many: in the sort's order, from its index alone. "IS TRUE" keeps the look-up a hash of its own, not a join.
    `(${from('products p')} WHERE (SELECT many AND NOT capped FROM sums) AND p.store = ${terms.store} AND (p.facet_cell_id IN (${wholeCells})) IS TRUE
       AND ${terms.priceIs('p.price_cents')} AND ${terms.isAfter('p')}
     ORDER BY ${terms.order('p')} LIMIT (SELECT ${ROWS} + matched FROM paged) OFFSET (SELECT skipped FROM paged))`,
    // Few: all of them.
    `(${from('products p')} WHERE (SELECT NOT many AND NOT capped FROM sums) AND p.facet_cell_id = ANY(ARRAY(${wholeCells}))
       AND ${terms.priceIs('(p.price_cents + 0)')} AND ${terms.isAfter('p')})`,
  ];
  const bySearch = [
    `(${from('matches p JOIN chosen c ON c.id = p.facet_cell_id')} WHERE (SELECT NOT capped FROM sums) AND ${terms.isAfter('p')})`,
    // Too many to be counted, so not far apart: read in the sort's order until the page is full.
    `(${from('products p')} WHERE (SELECT capped FROM sums) AND p.store = ${terms.store} AND (p.facet_cell_id IN (SELECT id FROM chosen)) IS TRUE
       AND ${terms.textMatches(`(p.search_text || '')`)} AND ${terms.priceIs('p.price_cents')} AND ${terms.isAfter('p')}
     ORDER BY ${terms.order('p')} LIMIT ${Math.min(listing.page, MAX_CAPPED_PAGES) * PRODUCTS_PER_PAGE + 1})`,
  ];
  return [...plain, ...(terms.hasWords ? bySearch : [])].join(' UNION ALL ');
};

/** Names what the text depends on. */
const statementName = ({ sort, minPriceCents, maxPriceCents, after }: Listing): string =>
  ['listing', sort, minPriceCents === null ? '' : 'from', maxPriceCents === null ? '' : 'to', after ? 'after' : '']
    .filter(Boolean)
    .join('-');

/**
 * The one query of a listing: its page, its total and every facet's counts under the other filters.
 *
 * Counts are sums over facet cells. A cell whose own words match the search matches with all of its products, and a
 * cell within the price span likewise; only products in the cells at the span's ends, and those whose own text is
 * searched, are counted one by one. So the cost grows with the number of cells, with the matches counted (up to a
 * limit), and with how far down the page is.
 */
export const listingSql = (listing: Listing): { name?: string; text: string; values: unknown[] } => {
  const terms = new ListingTerms(listing);
  const page = listing.after
    ? '1'
    : `greatest(1, least(${terms.bind(listing.page)}::integer, ceil(total / ${PRODUCTS_PER_PAGE}.0)::integer))`;
  const text = `
    WITH ${countedCtes(terms)},
    chosen AS MATERIALIZED (SELECT id, whole, n, products FROM counted WHERE ${terms.passes()}),
    sums AS MATERIALIZED (
      SELECT coalesce(sum(n), 0)::integer AS total, coalesce(sum(n) FILTER (WHERE whole), 0) > ${FEW_PRODUCTS} AS many,
        (SELECT count(*) > ${MAX_COUNTED_MATCHES} FROM matches) AND (SELECT partly AND by_index FROM search) AS capped, (SELECT count(*) FROM matches) AS matched
      FROM chosen
    ),
    placed AS MATERIALIZED (SELECT *, ${page} AS page FROM sums),
    -- At most all matches stand before a row: what comes earlier in the sort's order need not be looked at.
    paged AS MATERIALIZED (
      SELECT *, (page - 1) * ${PRODUCTS_PER_PAGE} AS first,
        CASE WHEN many AND NOT capped THEN greatest(0, (page - 1) * ${PRODUCTS_PER_PAGE} - matched) ELSE 0 END AS skipped
      FROM placed
    ),
    candidates AS (${candidatesSql(terms, listing)}),
    shown AS MATERIALIZED (
      SELECT *, row_number() OVER (ORDER BY ${terms.order('c')}) AS place FROM candidates c
      ORDER BY ${terms.order('c')} LIMIT ${ROWS} OFFSET (SELECT first - skipped FROM paged)
    )
    SELECT total, page, (SELECT partly AND (NOT by_index OR capped) FROM search) AS "isAtLeast",
      (SELECT coalesce(json_agg(i ORDER BY place), '[]') FROM (
         SELECT ${PRODUCT_COLUMNS}, s.place, json_build_array(${terms.keys('p')}) AS key FROM shown s JOIN products p ON p.id = s.id) i) AS items,
      ${facetColumns(terms)}
    FROM paged`;
  // Without words there are few different statements and one plan fits all: they are prepared, which saves two thirds
  // of a small shop's time.
  return { ...(terms.hasWords ? {} : { name: statementName(listing) }), text, values: terms.values };
};
