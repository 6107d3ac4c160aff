import {
  DEFAULT_CATEGORY_SLUG,
  DEFAULT_STORE_SLUG,
  listCategoriesWithProducts,
  listCategoryProducts,
  listTrendingProducts,
  TRENDING_PAGES,
  TRENDING_PER_PAGE,
  type Category,
} from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { parsePage } from '../../http/parsePage';
import { SerializedResponse, route } from '../../http/route';
import { AnswerCache } from './AnswerCache';
import { findCategoriesWithProducts, findTopProducts, findTrendingProducts } from './topProductsRepository';

const TRENDING_DAYS_MS = 30 * 86_400_000;
/** What trends this minute trends the next: its sums over orders are made once a minute. */
const TRENDING_KEPT_MS = 60_000;
const MAX_KEPT = 16;

/** The default category where the store has it, else the store's first. */
const selectCategory = (categories: readonly Category[]): string =>
  categories.find(({ slug }) => slug === DEFAULT_CATEGORY_SLUG)?.slug ?? categories[0]?.slug ?? DEFAULT_CATEGORY_SLUG;

export const topProductsRoutes = (app: FastifyInstance, { database, clock, config }: AppContext): void => {
  const trending = new AnswerCache(config.listingCacheMs > 0 ? TRENDING_KEPT_MS : 0, MAX_KEPT);

  route(
    app,
    listCategoryProducts,
    'public',
  )(async ({ query }) => {
    const store = query.store ?? DEFAULT_STORE_SLUG;
    const slug =
      query.category?.replaceAll('\0', '') ?? selectCategory(await findCategoriesWithProducts(database, store));
    const products = await findTopProducts(database, store, slug);
    return {
      success: true,
      data: { products, category: { slug, name: products[0]?.category_name ?? slug } },
      message: 'Category products',
    };
  });

  route(
    app,
    listCategoriesWithProducts,
    'public',
  )(async ({ query }) => {
    const store = query.store ?? DEFAULT_STORE_SLUG;
    const categories = await findCategoriesWithProducts(database, store);
    const selected = selectCategory(categories);
    return {
      success: true,
      data: {
        categories,
        products: await findTopProducts(database, store, selected),
        selected_category_slug: selected,
      },
      message: 'Categories with products',
    };
  });

  route(
    app,
    listTrendingProducts,
    'public',
  )(async ({ query }) => {
    const store = query.store ?? DEFAULT_STORE_SLUG;
    const wanted = parsePage(query.page);
    const json = await trending.get(`${store} ${Math.min(wanted, TRENDING_PAGES)}`, async () => {
      const products = await findTrendingProducts(database, store, new Date(clock.now().getTime() - TRENDING_DAYS_MS));
      const pageCount = Math.max(1, Math.ceil(products.length / TRENDING_PER_PAGE));
      const page = Math.min(wanted, pageCount);
      return {
        success: true,
        data: { products: products.slice((page - 1) * TRENDING_PER_PAGE, page * TRENDING_PER_PAGE), page, pageCount },
        message: 'Trending products',
      };
    });
    return new SerializedResponse(json);
  });
};
