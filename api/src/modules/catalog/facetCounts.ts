import { ATTRIBUTES, FACETS, type Facet } from '@shop/contracts';
import { buildLabelSql, buildSlugsSql, buildValueSql } from './facetSql';
import type { ListingTerms } from './ListingTerms';

/** Maximum number of products that are searched one by one; beyond it, a total is a lower bound. */
export const MAX_COUNTED_MATCHES = 2_000;
/** If whole cells match more products than this, the text of the others is searched among the first only. */
export const MAX_INDEXED_WHOLE_PRODUCTS = 2_000;
const MAX_FACET_VALUES = 200;
const STARS = [5, 4, 3, 2, 1];

const CELL_VALUES = FACETS.map(({ id, kind }) => (kind === 'reference' ? `${id}, ${id}_name` : `s."${id}"`)).join(', ');
const isAttribute = (filter: string): boolean => ATTRIBUTES.some(({ id }) => id === filter);

/** Selects the values of each combination of attributes, and whether they pass the attribute's own filter. */
const buildAttributeSetsSql = ({ filters }: ListingTerms): string => `
    SELECT id, ${ATTRIBUTES.map(
      (attribute) => `${buildValueSql(attribute)} AS "${attribute.id}", ${filters[attribute.id]} AS in_${attribute.id}`,
    ).join(', ')}
    FROM attribute_sets`;

/** Selects the storefront's cells: `whole` if the words match the cell, `edge` if the price range ends within it. */
const buildCellsSql = (terms: ListingTerms): string => {
  const { minPrice, maxPrice, store, filters } = terms;
  const bands = [minPrice, maxPrice].filter((bound) => bound !== null).map((bound) => `facet_price_band(${bound})`);
  return `
    SELECT facet_cells.id, ${CELL_VALUES}, rating, has_offer, products,
      ${terms.buildTextCondition('facet_cells')} AS whole,
      ${bands.length > 0 ? `price_band IN (${bands.join(', ')})` : 'false'} AS edge,
      ${Object.entries(filters)
        .map(([filter, condition]) => (isAttribute(filter) ? `s.in_${filter}` : `${condition} AS in_${filter}`))
        .join(', ')}
    FROM facet_cells LEFT JOIN values_of_sets s ON s.id = attribute_set_id WHERE store = ${store} AND products > 0
      ${minPrice ? `AND price_band >= facet_price_band(${minPrice})` : ''} ${maxPrice ? `AND price_band <= facet_price_band(${maxPrice})` : ''}`;
};

/** Counts products of edge cells within the price range, from the price index. */
const buildEdgesSql = ({ minPrice, maxPrice, store }: ListingTerms): string => {
  const buildBandStart = (bound: string): string => `coalesce((facet_price_bounds())[facet_price_band(${bound})], 0)`;
  const buildBandEnd = (bound: string): string =>
    `coalesce((facet_price_bounds())[facet_price_band(${bound}) + 1] - 1, 2147483647)`;
  const buildRange = (from: string, to: string): string => `
    SELECT facet_cell_id FROM products WHERE store = ${store} AND price_cents BETWEEN ${from} AND ${to}
      AND facet_cell_id IN (SELECT id FROM cells WHERE whole AND edge)`;
  const ranges = [
    ...(minPrice
      ? [buildRange(minPrice, maxPrice ? `least(${maxPrice}, ${buildBandEnd(minPrice)})` : buildBandEnd(minPrice))]
      : []),
    ...(maxPrice
      ? [
          buildRange(
            minPrice
              ? `greatest(${minPrice}, ${buildBandStart(maxPrice)}, ${buildBandEnd(minPrice)} + 1)`
              : buildBandStart(maxPrice),
            maxPrice,
          ),
        ]
      : []),
  ];
  if (ranges.length === 0) return 'SELECT 0 AS facet_cell_id, 0 AS n WHERE false';
  return `SELECT facet_cell_id, count(*)::integer AS n FROM (${ranges.join(' UNION ALL ')}) e GROUP BY 1`;
};

/**
 * Chooses how products outside of whole cells are searched. Those that pass every filter are `near`: if they are few,
 * they are searched one by one, and the total is exact. The others only affect facets: a few are searched one by one,
 * many `by_index`, or, if no index applies, only the first of them.
 */
const buildSearchSql = (terms: ListingTerms): string => `
    SELECT near, NOT near AND far_products > ${MAX_COUNTED_MATCHES} AS partly, far_products <= ${MAX_COUNTED_MATCHES} AS far_few,
      far_products > ${MAX_COUNTED_MATCHES} AND whole_products <= ${MAX_INDEXED_WHOLE_PRODUCTS} AND ${terms.hasIndexedWords} AS by_index
    FROM (SELECT *, near_products <= ${MAX_COUNTED_MATCHES} AS near, other_products - CASE WHEN near_products <= ${MAX_COUNTED_MATCHES} THEN near_products ELSE 0 END AS far_products
      FROM (SELECT coalesce(sum(products) FILTER (WHERE whole), 0) AS whole_products, coalesce(sum(products) FILTER (WHERE NOT whole), 0) AS other_products,
        coalesce(sum(products) FILTER (WHERE NOT whole AND ${terms.buildFilterCondition()}), 0) AS near_products FROM cells) s) t`;

/** Selects products outside of whole cells whose own text or SKU matches. */
const buildMatchesSql = (terms: ListingTerms): string => {
  if (!terms.hasWords)
    return `SELECT p.facet_cell_id, ${terms.listKeyColumns('p')} FROM ${terms.buildProducts()} WHERE false`;
  // "+ 0" prevents the planner from using an index that would not help.
  const others = `${terms.buildNoSkuCondition('p')} AND ${terms.buildPriceCondition('(p.price_cents + 0)')}`;
  const match = `${terms.buildUnindexedTextCondition('p')} AND ${others}`;
  const products = terms.buildProducts({ weighed: true });
  const isNear = `(SELECT near FROM search) AND ${terms.buildFilterCondition()}`;
  const buildScan = (when: string, cells: string): string => `
    (SELECT p.facet_cell_id, ${terms.listKeyColumns('p')} FROM ${products}
     WHERE (SELECT ${when} FROM search) AND p.facet_cell_id = ANY(ARRAY(SELECT id FROM cells WHERE NOT whole AND ${cells})) AND ${match})`;
  return `
    ${buildScan('near', terms.buildFilterCondition())}
    UNION ALL
    ${buildScan('far_few', `NOT (${isNear})`)}
    UNION ALL
    (SELECT p.facet_cell_id, ${terms.listKeyColumns('p')} FROM ${products}
     WHERE (SELECT by_index FROM search) AND p.store || '' = ${terms.store} AND ${terms.buildTextCondition('p')} AND ${others}
       AND p.facet_cell_id IS NOT NULL AND p.facet_cell_id NOT IN (SELECT id FROM cells WHERE whole OR (${isNear}))
     LIMIT ${MAX_COUNTED_MATCHES + 1})
    UNION ALL
    (SELECT p.facet_cell_id, ${terms.listKeyColumns('p')} FROM ${products}
     WHERE p.id = ANY(ARRAY(
       SELECT id FROM products WHERE (SELECT NOT by_index AND NOT far_few FROM search) AND store = ${terms.store}
         AND facet_cell_id IS NOT NULL AND facet_cell_id NOT IN (SELECT id FROM cells WHERE whole OR (${isNear}))
       ORDER BY featured_rank, id LIMIT ${MAX_COUNTED_MATCHES})) AND ${match})
    ${terms.idsOfSku === null ? '' : `UNION ALL (SELECT p.facet_cell_id, ${terms.listKeyColumns('p')} FROM ${terms.buildProductsOfSku('p.facet_cell_id IN (SELECT id FROM cells WHERE NOT whole)')})`}`;
};

/** CTEs that end in `counted`: each cell with products that match words and price, and `n`, their number. */
export const buildCountedCtes = (terms: ListingTerms): string => `
    values_of_sets AS MATERIALIZED (${buildAttributeSetsSql(terms)}),
    cells AS MATERIALIZED (${buildCellsSql(terms)}),
    edges AS (${buildEdgesSql(terms)}),
    search AS MATERIALIZED (${buildSearchSql(terms)}),
    matches AS MATERIALIZED (${buildMatchesSql(terms)}),
    counted AS MATERIALIZED (
      SELECT * FROM (
        SELECT c.*, CASE WHEN NOT whole THEN m.n WHEN edge THEN e.n ELSE products END AS n
        FROM cells c LEFT JOIN edges e ON e.facet_cell_id = c.id
        LEFT JOIN (SELECT facet_cell_id, count(*)::integer AS n FROM matches GROUP BY 1) m ON m.facet_cell_id = c.id) c
      WHERE n > 0
    )`;

const buildFacetSql = (terms: ListingTerms, facet: Facet): string => {
  const slugs = facet.kind === 'reference' ? `(VALUES ("${facet.id}"))` : `unnest(${buildSlugsSql(`"${facet.id}"`)})`;
  return `(
    SELECT coalesce(json_agg(f), '[]') FROM (
      SELECT slug AS value, ${buildLabelSql(facet)} AS label, sum(n)::integer AS count FROM counted, LATERAL ${slugs} s(slug)
      WHERE "${facet.id}" <> '' AND ${terms.buildFilterCondition(facet.id)} GROUP BY slug ORDER BY 3 DESC, 2 LIMIT ${MAX_FACET_VALUES}) f) AS "${facet.id}"`;
};

/** Builds the contract's Facets as columns over `counted`. */
export const buildFacetColumns = (terms: ListingTerms): string => `
    ${FACETS.map((facet) => buildFacetSql(terms, facet)).join(',')},
    (SELECT json_build_array(${STARS.map(
      (stars) =>
        `json_build_object('value', '${stars}', 'label', '${stars} and up', 'count', coalesce(sum(n) FILTER (WHERE rating >= ${stars}), 0))`,
    ).join(', ')}) FROM counted WHERE ${terms.buildFilterCondition('rating')}) AS rating,
    (SELECT coalesce(sum(n), 0)::integer FROM counted WHERE has_offer AND ${terms.buildFilterCondition('offers')}) AS offers,
    json_build_object(
      'min', (SELECT coalesce(min(price_cents), 0) / 100.0 FROM products WHERE store = ${terms.store} AND facet_cell_id IS NOT NULL),
      'max', (SELECT coalesce(max(price_cents), 0) / 100.0 FROM products WHERE store = ${terms.store} AND facet_cell_id IS NOT NULL)) AS price`;
