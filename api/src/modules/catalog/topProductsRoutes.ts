import {
  DEFAULT_CATEGORY_SLUG,
  DEFAULT_STORE_SLUG,
  listCategoriesWithProducts,
  listCategoryProducts,
  listTrendingProducts,
  TRENDING_PAGES,
  TRENDING_PER_PAGE,
  type Category,
  type StorefrontSlug,
  type TopProduct,
} from '@shop/contracts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import { parsePage } from '../../http/parsePage';
import { SerializedResponse, route } from '../../http/route';
import { ResponseCache } from './ResponseCache';
import {
  findCategoriesWithProducts,
  findProductsInOrder,
  findTopProducts,
  findTrendingIds,
} from './topProductsRepository';

const TRENDING_WINDOW_MS = 30 * 86_400_000;
/** Which products sell most changes slowly, so the sums over orders are computed once a minute. */
const TRENDING_CACHE_MS = 60_000;
const MAX_CACHED_PAGES = 16;

/** Returns the default category if the storefront has it, otherwise the first one. */
const selectCategory = (categories: readonly Category[]): string =>
  categories.find(({ slug }) => slug === DEFAULT_CATEGORY_SLUG)?.slug ?? categories[0]?.slug ?? DEFAULT_CATEGORY_SLUG;

export const topProductsRoutes = (app: FastifyInstance, { reads, clock, config }: AppContext): void => {
  const rankings = new ResponseCache(config.listingCacheMs > 0 ? TRENDING_CACHE_MS : 0, MAX_CACHED_PAGES);
  const trending = new ResponseCache(config.listingCacheMs, MAX_CACHED_PAGES);

  const findTrending = async (store: StorefrontSlug): Promise<TopProduct[]> => {
    const since = new Date(clock.now().getTime() - TRENDING_WINDOW_MS);
    const ids = await rankings.get(store, () => findTrendingIds(reads, store, since));
    return findProductsInOrder(reads, JSON.parse(ids) as string[]);
  };

  route(app, listCategoryProducts, {
    summary: 'Lists the top products of a category. Defaults: store jewellery-store, category rings.',
    cache: 'public',
  })(async ({ query }) => {
    const store = query.store ?? DEFAULT_STORE_SLUG;
    const slug = query.category?.replaceAll('\0', '') ?? selectCategory(await findCategoriesWithProducts(reads, store));
    const products = await findTopProducts(reads, store, slug);
    return {
      success: true,
      data: { products, category: { slug, name: products[0]?.category_name ?? slug } },
      message: 'Category products',
    };
  });

  route(app, listCategoriesWithProducts, {
    summary: 'Lists the categories that have products, and the top products of the selected one.',
    cache: 'public',
  })(async ({ query }) => {
    const store = query.store ?? DEFAULT_STORE_SLUG;
    const categories = await findCategoriesWithProducts(reads, store);
    const selected = selectCategory(categories);
    return {
      success: true,
      data: {
        categories,
        products: await findTopProducts(reads, store, selected),
        selected_category_slug: selected,
      },
      message: 'Categories with products',
    };
  });

  route(app, listTrendingProducts, {
    summary: `Lists the bestsellers of the last 30 days, then the most popular products: at most ${TRENDING_PAGES} pages of ${TRENDING_PER_PAGE}.`,
    cache: 'public',
  })(async ({ query }) => {
    const store = query.store ?? DEFAULT_STORE_SLUG;
    const requestedPage = parsePage(query.page);
    const json = await trending.get(`${store} ${Math.min(requestedPage, TRENDING_PAGES)}`, async () => {
      const products = await findTrending(store);
      const pageCount = Math.max(1, Math.ceil(products.length / TRENDING_PER_PAGE));
      const page = Math.min(requestedPage, pageCount);
      return {
        success: true,
        data: { products: products.slice((page - 1) * TRENDING_PER_PAGE, page * TRENDING_PER_PAGE), page, pageCount },
        message: 'Trending products',
      };
    });
    return new SerializedResponse(json);
  });
};
