import { FACETS, type Facet, type ListingTerms } from './ListingTerms';

/** Products whose own text is searched, counted one by one; beyond, a total is a lower bound. */
export const MAX_COUNTED_MATCHES = 3_000;
/**
 * So many products of cells that match as a whole are enough for a shopper: the text of the others is searched among
 * the first only.
 */
export const ENOUGH_PRODUCTS = 2_000;
const MAX_FACET_VALUES = 200;

/** Facet values without a name of their own are shown capitalised: "silver-stone" is "Silver stone". */
const LABELS: Readonly<Record<Facet, string>> = {
  category: 'min(category_name)',
  brand: 'min(brand_name)',
  material: `upper(left(material, 1)) || replace(substr(material, 2), '-', ' ')`,
  stone: `upper(left(stone, 1)) || replace(substr(stone, 2), '-', ' ')`,
  color: `upper(left(color, 1)) || replace(substr(color, 2), '-', ' ')`,
};

/**
 * The store's cells: `whole` where the words match the cell itself, `edge` where an end of the price span cuts through
 * it.
 */
const cellsSql = (terms: ListingTerms): string => {
  const { low, high, store, filters } = terms;
  const bands = [low, high].filter((bound) => bound !== null).map((bound) => `facet_price_band(${bound})`);
  return `
    SELECT id, category, category_name, brand, brand_name, material, stone, color, rating, has_offer, products,
      ${terms.textMatches('search_text')} AS whole,
      ${bands.length > 0 ? `price_band IN (${bands.join(', ')})` : 'false'} AS edge,
      ${Object.entries(filters)
        .map(([filter, condition]) => `${condition} AS in_${filter}`)
        .join(', ')}
    FROM facet_cells WHERE store = ${store} AND products > 0
      ${low ? `AND price_band >= facet_price_band(${low})` : ''} ${high ? `AND price_band <= facet_price_band(${high})` : ''}`;
};

/** How many products of each cell at an end of the price span lie within it: counted from the index of prices. */
const edgesSql = ({ low, high, store }: ListingTerms): string => {
  const start = (bound: string): string => `coalesce((facet_price_bounds())[facet_price_band(${bound})], 0)`;
  const end = (bound: string): string =>
    `coalesce((facet_price_bounds())[facet_price_band(${bound}) + 1] - 1, 2147483647)`;
  const range = (from: string, to: string): string => `
    SELECT facet_cell_id FROM products WHERE store = ${store} AND price_cents BETWEEN ${from} AND ${to}
      AND facet_cell_id IN (SELECT id FROM cells WHERE whole AND edge)`;
  const ranges = [
    ...(low ? [range(low, high ? `least(${high}, ${end(low)})` : end(low))] : []),
    ...(high ? [range(low ? `greatest(${low}, ${start(high)}, ${end(low)} + 1)` : start(high), high)] : []),
  ];
  if (ranges.length === 0) return 'SELECT 0 AS facet_cell_id, 0 AS n WHERE false';
  return `SELECT facet_cell_id, count(*)::integer AS n FROM (${ranges.join(' UNION ALL ')}) e GROUP BY 1`;
};

/**
 * How the products outside of whole cells are searched. Those that pass every filter are `near`: few are searched one
 * by one, and the total is exact. The others matter to facets only: few one by one, many `by_index`, or, where no index
 * helps, the first of them.
 */
const searchSql = (terms: ListingTerms): string => `
    SELECT near, NOT near AND far_products > ${MAX_COUNTED_MATCHES} AS partly, far_products <= ${MAX_COUNTED_MATCHES} AS far_few,
      far_products > ${MAX_COUNTED_MATCHES} AND whole_products <= ${ENOUGH_PRODUCTS} AND ${terms.wordsAreIndexed} AS by_index
    FROM (SELECT *, near_products <= ${MAX_COUNTED_MATCHES} AS near, other_products - CASE WHEN near_products <= ${MAX_COUNTED_MATCHES} THEN near_products ELSE 0 END AS far_products
      FROM (SELECT coalesce(sum(products) FILTER (WHERE whole), 0) AS whole_products, coalesce(sum(products) FILTER (WHERE NOT whole), 0) AS other_products,
        coalesce(sum(products) FILTER (WHERE NOT whole AND ${terms.passes()}), 0) AS near_products FROM cells) s) t`;

/** Products outside of whole cells whose own text matches. */
const matchesSql = (terms: ListingTerms): string => {
  if (!terms.hasWords) return `SELECT p.facet_cell_id, ${terms.keys('p')} FROM products p WHERE false`;
  // "|| ''" and "+ 0" keep an index that would be read in vain out of the plan.
  const match = `${terms.textMatches(`(p.search_text || '')`)} AND ${terms.priceIs('(p.price_cents + 0)')}`;
  const isNear = `(SELECT near FROM search) AND ${terms.passes()}`;
  const oneByOne = (when: string, cells: string): string => `
    (SELECT p.facet_cell_id, ${terms.keys('p')} FROM products p
     WHERE (SELECT ${when} FROM search) AND p.facet_cell_id = ANY(ARRAY(SELECT id FROM cells WHERE NOT whole AND ${cells})) AND ${match})`;
  return `
    ${oneByOne('near', terms.passes())}
    UNION ALL
    ${oneByOne('far_few', `NOT (${isNear})`)}
    UNION ALL
    (SELECT p.facet_cell_id, ${terms.keys('p')} FROM products p
     WHERE (SELECT by_index FROM search) AND p.store || '' = ${terms.store} AND ${terms.textMatches('p.search_text')} AND ${terms.priceIs('(p.price_cents + 0)')}
       AND p.facet_cell_id NOT IN (SELECT id FROM cells WHERE whole OR (${isNear}))
     LIMIT ${MAX_COUNTED_MATCHES + 1})
    UNION ALL
    (SELECT p.facet_cell_id, ${terms.keys('p')} FROM products p
     WHERE p.id = ANY(ARRAY(
       SELECT id FROM products WHERE (SELECT NOT by_index AND NOT far_few FROM search) AND store = ${terms.store}
         AND facet_cell_id NOT IN (SELECT id FROM cells WHERE whole OR (${isNear}))
       ORDER BY featured_rank, id LIMIT ${MAX_COUNTED_MATCHES})) AND ${match})`;
};

/** CTEs that end in `counted`: each cell with `n`, how many of its products match words and price. */
export const countedCtes = (terms: ListingTerms): string => `
    cells AS MATERIALIZED (${cellsSql(terms)}),
    edges AS (${edgesSql(terms)}),
    search AS MATERIALIZED (${searchSql(terms)}),
    matches AS MATERIALIZED (${matchesSql(terms)}),
    counted AS MATERIALIZED (
      SELECT c.*, CASE WHEN NOT whole THEN coalesce(m.n, 0) WHEN edge THEN coalesce(e.n, 0) ELSE products END AS n
      FROM cells c LEFT JOIN edges e ON e.facet_cell_id = c.id
      LEFT JOIN (SELECT facet_cell_id, count(*)::integer AS n FROM matches GROUP BY 1) m ON m.facet_cell_id = c.id
    )`;

const facetSql = (terms: ListingTerms, facet: Facet): string => `(
    SELECT coalesce(json_agg(f), '[]') FROM (
      SELECT ${facet} AS value, ${LABELS[facet]} AS label, sum(n)::integer AS count FROM counted
      WHERE n > 0 AND ${facet} <> '' AND ${terms.passes(facet)} GROUP BY ${facet} ORDER BY 3 DESC, 2 LIMIT ${MAX_FACET_VALUES}) f) AS ${facet}`;

/** The contract's Facets, as columns over `counted`. */
export const facetColumns = (terms: ListingTerms): string => `
    ${FACETS.map((facet) => facetSql(terms, facet)).join(',')},
    (SELECT json_agg(json_build_object('value', stars::text, 'label', stars || ' and up', 'count',
       (SELECT coalesce(sum(n), 0)::integer FROM counted WHERE rating >= stars AND ${terms.passes('rating')})) ORDER BY stars DESC)
     FROM generate_series(1, 5) stars) AS rating,
    (SELECT coalesce(sum(n), 0)::integer FROM counted WHERE has_offer AND ${terms.passes('offers')}) AS offers,
    json_build_object(
      'min', (SELECT coalesce(min(price_cents), 0) / 100.0 FROM products WHERE store = ${terms.store}),
      'max', (SELECT coalesce(max(price_cents), 0) / 100.0 FROM products WHERE store = ${terms.store})) AS price`;
