import { PRODUCTS_PER_PAGE } from '@shop/shared/contracts';
import type { Listing } from './parseListing';
import { PRODUCT_COLUMNS } from './productColumns';
import { SORTS } from './sorts';

const FACETS = ['category', 'brand', 'material', 'stone', 'color'] as const;
type Facet = (typeof FACETS)[number];

/** Facet values without a name of their own are shown capitalised: "silver-stone" is "Silver stone". */
const LABELS: Readonly<Record<Facet, string>> = {
  category: 'min(category_name)',
  brand: 'min(brand_name)',
  material: `upper(left(material, 1)) || replace(substr(material, 2), '-', ' ')`,
  stone: `upper(left(stone, 1)) || replace(substr(stone, 2), '-', ' ')`,
  color: `upper(left(color, 1)) || replace(substr(color, 2), '-', ' ')`,
};

/** Products whose own text is searched and counted one by one; beyond, a total is a lower bound. */
export const MOST_COUNTED_MATCHES = 5_000;
/** So few products are fetched and sorted; of more, a page is read in the sort's order. */
const FEW_PRODUCTS = 2_000;
const MOST_FACET_VALUES = 200;

export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/**
 * The one query of a listing: its page, its total and every facet's counts under the other filters.
 *
 * Counts are sums over facet cells. A cell whose own words match the search matches with all of its products, and a cell within
 * the price span likewise; only products in the cells at the span's ends, and those whose own text is searched, are counted one by one.
 * The page is read from the sort's index where many products match, and sorted where few do.
 */
export const listingSql = (listing: Listing): { text: string; values: unknown[] } => {
  const values: unknown[] = [];
  const bind = (value: unknown): string => `$${values.push(value)}`;
  const store = bind(listing.store);
  const words = listing.words.map((word) => bind(`%${escapeLike(word)}%`));
  const { keys, falling } = SORTS[listing.sort];
  const rows = Math.max(1, listing.page) * PRODUCTS_PER_PAGE;

  const low = listing.minPriceCents === null ? null : `${bind(listing.minPriceCents)}::integer`;
  const high = listing.maxPriceCents === null ? null : `${bind(listing.maxPriceCents)}::integer`;
  const bands = [low, high].filter((bound) => bound !== null).map((bound) => `facet_price_band(${bound})`);
  const priceIs = (column: string): string => [low && `${column} >= ${low}`, high && `${column} <= ${high}`].filter(Boolean).join(' AND ') || 'true';
  const bandIs = [low && `price_band >= facet_price_band(${low})`, high && `price_band <= facet_price_band(${high})`].filter(Boolean).join(' AND ') || 'true';
  const textMatches = (column: string): string => words.map((word) => `${column} LIKE ${word}`).join(' AND ') || 'true';

  const choice = (facet: Facet): string => (listing[facet].length > 0 ? `${facet} = ANY(${bind(listing[facet])}::text[])` : 'true');
  const flags: Readonly<Record<Facet | 'rating' | 'offers', string>> = {
    category: choice('category'),
    brand: choice('brand'),
    material: choice('material'),
    stone: choice('stone'),
    color: choice('color'),
    rating: listing.minRating > 0 ? `rating >= ${bind(listing.minRating)}::integer` : 'true',
    offers: listing.offersOnly ? 'has_offer' : 'true',
  };
  const passes = (except?: string): string => Object.entries(flags).filter(([facet, condition]) => facet !== except && condition !== 'true').map(([facet]) => `in_${facet}`).join(' AND ') || 'true';

  const keyColumns = (table: string): string => keys.map(({ column }) => `${table}.${column}`).join(', ');
  const order = (table: string): string => keys.map(({ column }) => `${table}.${column}${falling ? ' DESC' : ''}`).join(', ');
  const isAfter = (table: string): string =>
    listing.after ? `(${keyColumns(table)}) ${falling ? '<' : '>'} (${listing.after.map((value, index) => `${bind(value)}::${keys[index]?.type ?? 'text'}`).join(', ')})` : 'true';

  // The ends of the price span cut through cells: what lies in them is counted from the index.
  const edgeRange = (from: string, to: string): string => `
      SELECT facet_cell_id FROM products WHERE store = ${store} AND price_cents BETWEEN ${from} AND ${to} AND facet_cell_id IN (SELECT id FROM cells WHERE whole AND edge)`;
  const bandEnd = (bound: string): string => `coalesce((facet_price_bounds())[facet_price_band(${bound}) + 1] - 1, 2147483647)`;
  const bandStart = (bound: string): string => `coalesce((facet_price_bounds())[facet_price_band(${bound})], 0)`;
  const edgeRanges = [
    ...(low ? [edgeRange(low, high ? `least(${high}, ${bandEnd(low)})` : bandEnd(low))] : []),
    ...(high ? [edgeRange(low ? `greatest(${low}, ${bandStart(high)}, ${bandEnd(low)} + 1)` : bandStart(high), high)] : []),
  ];

  const facetSql = (facet: Facet): string => `(
    SELECT coalesce(json_agg(f), '[]') FROM (
      SELECT ${facet} AS value, ${LABELS[facet]} AS label, sum(n)::integer AS count FROM counted
      WHERE n > 0 AND ${facet} <> '' AND ${passes(facet)} GROUP BY ${facet} ORDER BY 3 DESC, 2 LIMIT ${MOST_FACET_VALUES}) f) AS ${facet}`;

  // "|| ''" and "+ 0" keep an index that would be read in vain out of the plan.
  const text = `
    WITH cells AS MATERIALIZED (
      SELECT id, category, category_name, brand, brand_name, material, stone, color, rating, has_offer, products,
        ${words.length > 0 ? textMatches('search_text') : 'true'} AS whole,
        ${bands.length > 0 ? `price_band IN (${bands.join(', ')})` : 'false'} AS edge,
        ${Object.entries(flags).map(([facet, condition]) => `${condition} AS in_${facet}`).join(', ')}
      FROM facet_cells WHERE store = ${store} AND products > 0 AND ${bandIs}
    ),
    edges AS (${edgeRanges.length > 0 ? `SELECT facet_cell_id, count(*)::integer AS n FROM (${edgeRanges.join(' UNION ALL ')}) e GROUP BY 1` : 'SELECT 0 AS facet_cell_id, 0 AS n'}),
    matches AS MATERIALIZED (${words.length === 0
      ? `SELECT 0 AS facet_cell_id, ${keys.map(({ column, type }) => `NULL::${type} AS ${column}`).join(', ')} WHERE false`
      : `SELECT p.facet_cell_id, ${keyColumns('p')} FROM products p
         WHERE p.store || '' = ${store} AND ${textMatches('p.search_text')} AND ${priceIs('(p.price_cents + 0)')}
           AND p.facet_cell_id NOT IN (SELECT id FROM cells WHERE whole) LIMIT ${MOST_COUNTED_MATCHES + 1}`}
    ),
    counted AS MATERIALIZED (
      SELECT c.*, CASE WHEN NOT whole THEN coalesce(m.n, 0) WHEN edge THEN coalesce(e.n, 0) ELSE products END AS n
      FROM cells c LEFT JOIN edges e ON e.facet_cell_id = c.id
      LEFT JOIN (SELECT facet_cell_id, count(*)::integer AS n FROM matches GROUP BY 1) m ON m.facet_cell_id = c.id
    ),
    chosen AS MATERIALIZED (SELECT id, whole, n FROM counted WHERE ${passes()}),
    sums AS MATERIALIZED (
      SELECT coalesce(sum(n), 0)::integer AS total, coalesce(sum(n) FILTER (WHERE whole), 0) > ${FEW_PRODUCTS} AS many,
        (SELECT count(*) > ${MOST_COUNTED_MATCHES} FROM matches) AS capped
      FROM chosen
    ),
    paged AS MATERIALIZED (SELECT total, many, capped, ${listing.after ? '1' : `greatest(1, least(${bind(listing.page)}::integer, ceil(total / ${PRODUCTS_PER_PAGE}.0)::integer))`} AS page FROM sums),
    candidates AS (
      (SELECT ${keyColumns('p')} FROM products p
       WHERE (SELECT many AND NOT capped FROM sums) AND p.store = ${store} AND (p.facet_cell_id + 0) = ANY(ARRAY(SELECT id FROM chosen WHERE whole AND n > 0))
         AND ${priceIs('p.price_cents')} AND ${isAfter('p')} ORDER BY ${order('p')} LIMIT ${rows + 1})
      UNION ALL
      (SELECT ${keyColumns('p')} FROM products p
       WHERE (SELECT NOT many AND NOT capped FROM sums) AND p.facet_cell_id = ANY(ARRAY(SELECT id FROM chosen WHERE whole AND n > 0))
         AND ${priceIs('(p.price_cents + 0)')} AND ${isAfter('p')})
      ${words.length === 0 ? '' : `UNION ALL
      (SELECT ${keyColumns('m')} FROM matches m JOIN chosen c ON c.id = m.facet_cell_id WHERE (SELECT NOT capped FROM sums) AND ${isAfter('m')})
      UNION ALL
      (SELECT ${keyColumns('p')} FROM products p
       WHERE (SELECT capped FROM sums) AND p.store = ${store} AND (p.facet_cell_id + 0) = ANY(ARRAY(SELECT id FROM chosen))
         AND ${textMatches(`(p.search_text || '')`)} AND ${priceIs('p.price_cents')} AND ${isAfter('p')} ORDER BY ${order('p')} LIMIT ${rows + 1})`}
    ),
    shown AS MATERIALIZED (
      SELECT *, row_number() OVER (ORDER BY ${order('c')}) AS place FROM candidates c
      ORDER BY ${order('c')} LIMIT ${PRODUCTS_PER_PAGE + 1} OFFSET (SELECT (page - 1) * ${PRODUCTS_PER_PAGE} FROM paged)
    )
    SELECT total, page, capped,
      (SELECT coalesce(json_agg(i ORDER BY place), '[]') FROM (
         SELECT ${PRODUCT_COLUMNS}, s.place, json_build_array(${keyColumns('p')}) AS key
         FROM shown s JOIN products p ON p.id = s.id) i) AS items,
      ${FACETS.map(facetSql).join(',')},
      (SELECT json_agg(json_build_object('value', stars::text, 'label', stars || ' and up', 'count',
         (SELECT coalesce(sum(n), 0)::integer FROM counted WHERE rating >= stars AND ${passes('rating')})) ORDER BY stars DESC)
       FROM generate_series(1, 5) stars) AS rating,
      (SELECT coalesce(sum(n), 0)::integer FROM counted WHERE has_offer AND ${passes('offers')}) AS offers,
      json_build_object(
        'min', (SELECT coalesce(min(price_cents), 0) / 100.0 FROM products WHERE store = ${store}),
        'max', (SELECT coalesce(max(price_cents), 0) / 100.0 FROM products WHERE store = ${store})) AS price
    FROM paged`;
  return { text, values };
};
