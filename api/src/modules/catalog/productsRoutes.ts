import {
  getProduct,
  getProductDraft,
  listProducts,
  listProductsById,
  listRelatedProducts,
  MAX_PRODUCTS_BY_ID,
  RELATED_PRODUCTS,
  type ProductPage,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import type { Readable } from '../../database/Database';
import { SerializedResponse, route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { isDraftKey } from '../../http/draftKey';
import { ResponseCache } from './ResponseCache';
import { findCategory } from './findCategory';
import { parseListing, type Listing } from './parseListing';
import { findProductDetail, findProductsById, findRelatedProducts, isPublished } from './productsRepository';
import { hasFilters, searchProducts } from './searchProducts';
import type { SearchShares } from './SearchShares';
import type { StaffSynonyms } from './StaffSynonyms';

const MAX_CACHED_LISTINGS = 500;

/** Lists products; of a former address, those of its category. */
const listWithCategory = async (database: Readable, listing: Listing): Promise<ProductPage> => {
  const [slug, ...others] = listing.chosen.category;
  if (slug === undefined || others.length > 0) return searchProducts(database, listing);
  const [category, found] = await Promise.all([
    findCategory(database, listing.store, slug),
    searchProducts(database, listing),
  ]);
  if (!category) return found;
  if (category.store !== listing.store || category.slug === slug) return { ...found, category };
  const moved = { ...listing, chosen: { ...listing.chosen, category: [category.slug] } };
  return { ...(await searchProducts(database, moved)), category };
};

/** Whether a listing is the first page of a search, without filters. */
const isWholeSearch = (listing: Listing): boolean =>
  listing.page === 1 && listing.after === null && !hasFilters(listing);

const isWithoutProducts = (json: string): boolean =>
  // Most listings need not be parsed again.
  json.includes('"total":0') && (JSON.parse(json) as { readonly data: ProductPage }).data.total === 0;

export const productsRoutes = (
  app: FastifyInstance,
  { reads: database, database: primary, clock, config, emptySearches }: AppContext,
  { shares, synonyms }: { readonly shares: SearchShares; readonly synonyms: StaffSynonyms },
): void => {
  const listings = new ResponseCache(config.listingCacheMs, MAX_CACHED_LISTINGS);

  route(app, listProducts, {
    summary:
      'Returns a page of the catalog with facets. Values of a facet (comma-separated) are combined with OR, facets with AND.',
    cache: 'public',
  })(async ({ query }, { request }) => {
    const listing = parseListing(query, query.q ? await synonyms.read() : undefined);
    const json = await listings.get(
      JSON.stringify(listing),
      async () => ({ success: true, data: await listWithCategory(database, listing), message: 'Products' }),
      () => shares.take(request),
    );
    if (query.q && isWholeSearch(listing) && !shares.isOfHost(request) && isWithoutProducts(json))
      emptySearches.record({ store: listing.store, q: query.q, ip: request.ip, now: clock.now() });
    return new SerializedResponse(json);
  });

  route(app, getProduct, {
    summary: 'Returns a product with pictures, variants, reviews and related products. 404 with "Product not found".',
    cache: 'public',
  })(async ({ params }) => {
    const product = await findProductDetail(database, params.id.replaceAll('\0', ''));
    if (!product) throw new ShopError('PRODUCT_NOT_FOUND');
    return { success: true, data: product, message: 'Product' };
  });

  route(app, getProductDraft, {
    summary: 'Returns a product that need not be published, for who has the key of its link. 404 once it has expired.',
    cache: 'private',
  })(async ({ params: { id }, query: { key } }) => {
    const product = isDraftKey(config, key, id, clock.now())
      ? await findProductDetail(primary, id, { isDraftWanted: true })
      : undefined;
    if (!product) throw new ShopError('PRODUCT_NOT_FOUND');
    return { success: true, data: product, published: await isPublished(primary, id), message: 'Product' };
  });

  route(app, listRelatedProducts, {
    summary: `Lists at most ${RELATED_PRODUCTS} products of the same category, padded with featured ones. 404 for an unknown product.`,
    cache: 'public',
  })(async ({ params }) => {
    const products = await findRelatedProducts(database, params.id.replaceAll('\0', ''));
    if (!products) throw new ShopError('PRODUCT_NOT_FOUND');
    return { success: true, data: products, message: 'Related products' };
  });

  route(app, listProductsById, {
    summary: `Lists at most ${MAX_PRODUCTS_BY_ID} products by their comma-separated ids, in the requested order, without unknown ones.`,
    cache: 'public',
  })(async ({ query }) => {
    const ids = [...new Set((query.ids ?? '').replaceAll('\0', '').split(',').filter(Boolean))].slice(
      0,
      MAX_PRODUCTS_BY_ID,
    );
    return { success: true, data: await findProductsById(database, ids), message: 'Products' };
  });
};
