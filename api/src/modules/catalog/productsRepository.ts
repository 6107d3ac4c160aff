import {
  PRODUCTS_PER_PAGE,
  RELATED_PRODUCTS,
  REVIEWS_PER_PAGE,
  type Facets,
  type Product,
  type ProductDetail,
  type ProductPage,
} from '@shop/contracts';
import type { Readable } from '../../database/Database';
import { REVIEW_JSON } from '../reviews/reviewsRepository';
import { encodeCursor, type CursorKey } from './listingCursor';
import { buildListingSql } from './buildListingSql';
import type { Listing } from './parseListing';
import { PRODUCT_COLUMNS } from './productColumns';

interface ListingRow extends Facets {
  readonly total: number;
  readonly page: number;
  readonly isAtLeast: boolean;
  readonly items: (Product & { place: number; key: CursorKey })[];
}

const toProduct = (row: ListingRow['items'][number]): Product => {
  const product: Product & Partial<typeof row> = { ...row };
  delete product.place;
  delete product.key;
  return product;
};

/** Returns a page of the catalog with facets, in one round trip. */
export const findProductPage = async (database: Readable, listing: Listing): Promise<ProductPage> => {
  const { rows } = await database.query<ListingRow>(buildListingSql(listing));
  const [row] = rows;
  if (!row) throw new Error('The listing query gave no row');
  const { total, page, isAtLeast, items, ...facets } = row;
  const shown = items.slice(0, PRODUCTS_PER_PAGE);
  const last = items.length > PRODUCTS_PER_PAGE ? shown.at(-1) : undefined;
  // If not all matches were counted, the page may show more than the count, or that it is the only page.
  const shownTotal = (page - 1) * PRODUCTS_PER_PAGE + shown.length;
  const isOnlyPage = page === 1 && !last;
  return {
    items: shown.map(toProduct),
    total: isAtLeast ? (isOnlyPage ? shownTotal : Math.max(total, shownTotal)) : total,
    totalRelation: isAtLeast && !isOnlyPage ? 'at-least' : 'exact',
    page,
    pageSize: PRODUCTS_PER_PAGE,
    next: last ? encodeCursor(listing.sort, last.key) : null,
    facets,
  };
};

const RELATED_IN_DETAIL = 4;

const DETAIL_SQL = `
  SELECT row_to_json(detail) AS product FROM (
    SELECT ${PRODUCT_COLUMNS.replace('p.short_description AS description', 'p.description')},
      p.short_description AS "shortDescription", p.images, p.features, p.specifications, p.variant_label AS "variantLabel",
      p.store_features AS "storeFeatures", p.rating_counts AS "ratingCounts",
      (SELECT coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'price', v.price_cents / 100.0, 'stock', v.stock, 'measure', v.measure, 'image', v.image)
         ORDER BY v.position), '[]') FROM product_variants v WHERE v.product_id = p.id) AS variants,
      (SELECT coalesce(json_agg(${REVIEW_JSON}), '[]')
       FROM (SELECT * FROM reviews WHERE product_id = p.id AND status = 'published' ORDER BY created_at DESC, id DESC LIMIT ${REVIEWS_PER_PAGE}) r) AS reviews
    FROM products p WHERE p.id = $1 AND (p.status = 'published' OR $2)
  ) detail`;

// Products of the same category first, then featured ones (product.md 5.4), both from their indexes.
const RELATED_SQL = `
  SELECT ${PRODUCT_COLUMNS} FROM (
    (SELECT 1 AS turn, * FROM products WHERE store = $1 AND category = $3 AND id <> $2 AND status = 'published' ORDER BY featured_rank, id LIMIT $4)
    UNION ALL
    (SELECT 2, * FROM products WHERE store = $1 AND category <> $3 AND status = 'published' ORDER BY featured_rank, id LIMIT $4)) p
  ORDER BY turn, featured_rank, id LIMIT $4`;

const toNumbers = (product: Product): Product => ({
  ...product,
  price: Number(product.price),
  originalPrice: product.originalPrice === null ? null : Number(product.originalPrice),
  rating: Number(product.rating),
});

const findRelated = async (
  database: Readable,
  { store, id, category }: Pick<Product, 'store' | 'id' | 'category'>,
  limit: number,
): Promise<Product[]> =>
  (
    await database.query<Product>({ name: 'product-related', text: RELATED_SQL, values: [store, id, category, limit] })
  ).rows.map(toNumbers);

/** Returns a product with all data for its page; undefined if it is unknown, or a draft and none is wanted. */
export const findProductDetail = async (
  database: Readable,
  id: string,
  { isDraftWanted = false } = {},
): Promise<ProductDetail | undefined> => {
  const { rows } = await database.query<{ product: Omit<ProductDetail, 'relatedProducts'> }>({
    name: 'product-detail',
    text: DETAIL_SQL,
    values: [id, isDraftWanted],
  });
  const product = rows[0]?.product;
  return product && { ...product, relatedProducts: await findRelated(database, product, RELATED_IN_DETAIL) };
};

export const isPublished = async (database: Readable, id: string): Promise<boolean> =>
  (await database.query("SELECT 1 FROM products WHERE id = $1 AND status = 'published'", [id])).rows.length > 0;

/** Returns undefined if the product is unknown. */
export const findRelatedProducts = async (database: Readable, id: string): Promise<Product[] | undefined> => {
  const { rows } = await database.query<Pick<Product, 'store' | 'id' | 'category'>>({
    name: 'product-place',
    text: "SELECT store, id, category FROM products WHERE id = $1 AND status = 'published'",
    values: [id],
  });
  return rows[0] && findRelated(database, rows[0], RELATED_PRODUCTS);
};

/** Returns products in the order of the ids. */
export const findProductsById = async (database: Readable, ids: readonly string[]): Promise<Product[]> => {
  const { rows } = await database.query<Product>({
    name: 'products-by-id',
    text: `SELECT ${PRODUCT_COLUMNS} FROM unnest($1::text[]) WITH ORDINALITY asked(id, place) JOIN products p USING (id) WHERE p.status = 'published' ORDER BY place`,
    values: [ids],
  });
  return rows.map(toNumbers);
};
