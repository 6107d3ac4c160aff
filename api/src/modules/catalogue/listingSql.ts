import { PRODUCTS_PER_PAGE, type SortOption } from '@shop/shared/contracts';
import type { Listing } from './parseListing';
import { PRODUCT_COLUMNS } from './productColumns';

const ORDER: Readonly<Record<SortOption, string>> = {
  featured: 'featured_rank, id',
  'price-low': 'price_cents, id',
  'price-high': 'price_cents DESC, id',
  newest: 'created_at DESC, id DESC',
  rating: 'rating_tenths DESC, review_count DESC, id',
};

const FACETS = ['category', 'brand', 'material', 'stone', 'color'] as const;
type Facet = (typeof FACETS)[number];

/** Facet values without a name of their own are shown capitalised: "silver-stone" is "Silver stone". */
const LABELS: Readonly<Record<Facet, string>> = {
  category: 'category_name',
  brand: 'brand_name',
  material: `upper(left(material, 1)) || replace(substr(material, 2), '-', ' ')`,
  stone: `upper(left(stone, 1)) || replace(substr(stone, 2), '-', ' ')`,
  color: `upper(left(color, 1)) || replace(substr(color, 2), '-', ' ')`,
};

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** The one query of a listing: its page, its total and every facet's counts under the other filters. */
export const listingSql = (listing: Listing): { text: string; values: unknown[] } => {
  const values: unknown[] = [listing.store];
  const bind = (value: unknown): string => `$${values.push(value)}`;

  const facetConditions = new Map<Facet | 'rating' | 'offers', string>();
  for (const facet of FACETS) {
    if (listing[facet].length > 0) facetConditions.set(facet, `${facet} = ANY(${bind(listing[facet])}::text[])`);
  }
  if (listing.minRating > 0) facetConditions.set('rating', `rating_tenths / 10 >= ${bind(listing.minRating)}::int`);
  if (listing.offersOnly) facetConditions.set('offers', 'offer > 0');

  const base = ['store = $1'];
  if (listing.q !== '') base.push(`search_text LIKE ${bind(`%${escapeLike(listing.q)}%`)}`);
  if (listing.minPriceCents !== null) base.push(`price_cents >= ${bind(listing.minPriceCents)}::int`);
  if (listing.maxPriceCents !== null) base.push(`price_cents <= ${bind(listing.maxPriceCents)}::int`);

  const where = (except?: string): string => {
    const conditions = [...facetConditions].filter(([facet]) => facet !== except).map(([, condition]) => condition);
    return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  };
  const facetSql = (facet: Facet): string => `(
    SELECT coalesce(json_agg(f), '[]') FROM (
      SELECT ${facet} AS value, ${LABELS[facet]} AS label, count(*)::int AS count FROM matched ${where(facet)}
      ${where(facet) === '' ? 'WHERE' : 'AND'} ${facet} <> '' GROUP BY 1, 2 ORDER BY 3 DESC, 2) f) AS ${facet}`;

  const page = bind(listing.page);
  const text = `
    WITH matched AS MATERIALIZED (
      SELECT id, category, category_name, brand, brand_name, material, stone, color, rating_tenths, review_count, offer,
             price_cents, featured_rank, created_at
      FROM products WHERE ${base.join(' AND ')}
    ), filtered AS (SELECT * FROM matched ${where()}),
    counted AS (SELECT count(*)::int AS total FROM filtered),
    paged AS (SELECT total, greatest(1, least(${page}::int, ceil(total / ${PRODUCTS_PER_PAGE}.0)::int)) AS page FROM counted),
    chosen AS (
      SELECT id, row_number() OVER () AS place FROM (
        SELECT id FROM filtered ORDER BY ${ORDER[listing.sort]}
        LIMIT ${PRODUCTS_PER_PAGE} OFFSET (SELECT (page - 1) * ${PRODUCTS_PER_PAGE} FROM paged)) s
    )
    SELECT total, page,
      (SELECT coalesce(json_agg(i ORDER BY place), '[]') FROM (
         SELECT ${PRODUCT_COLUMNS}, c.place FROM chosen c JOIN products p ON p.id = c.id) i) AS items,
      ${FACETS.map(facetSql).join(',')},
      (SELECT json_agg(json_build_object('value', stars::text, 'label', stars || ' and up', 'count',
         (SELECT count(*)::int FROM matched ${where('rating')} ${where('rating') === '' ? 'WHERE' : 'AND'} rating_tenths / 10 >= stars)) ORDER BY stars DESC)
       FROM generate_series(1, 5) stars) AS rating,
      (SELECT count(*)::int FROM matched ${where('offers')} ${where('offers') === '' ? 'WHERE' : 'AND'} offer > 0) AS offers,
      (SELECT json_build_object('min', coalesce(min(price_cents), 0) / 100.0, 'max', coalesce(max(price_cents), 0) / 100.0)
       FROM products WHERE store = $1) AS price
    FROM paged`;
  return { text, values };
};
