import {
  DEFAULT_CATEGORY_SLUG,
  DEFAULT_STORE_SLUG,
  listCategoriesWithProducts,
  listCategoryProducts,
  type Category,
} from '@shop/shared/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/Database';
import { route } from '../../http/route';
import { findCategoriesWithProducts, findTopProducts } from './topProductsRepository';

/** The default category where the store has it, else the store's first. */
const selectCategory = (categories: readonly Category[]): string =>
  categories.find(({ slug }) => slug === DEFAULT_CATEGORY_SLUG)?.slug ?? categories[0]?.slug ?? DEFAULT_CATEGORY_SLUG;

export const topProductsRoutes = (app: FastifyInstance, database: Database): void => {
  route(app, listCategoryProducts, 'public')(async ({ query }) => {
    const store = query.store ?? DEFAULT_STORE_SLUG;
    const slug = query.category?.replaceAll('\0', '') ?? selectCategory(await findCategoriesWithProducts(database, store));
    const products = await findTopProducts(database, store, slug);
    return { success: true, data: { products, category: { slug, name: products[0]?.category_name ?? slug } }, message: 'Category products' };
  });

  route(app, listCategoriesWithProducts, 'public')(async ({ query }) => {
    const store = query.store ?? DEFAULT_STORE_SLUG;
    const categories = await findCategoriesWithProducts(database, store);
    const selected = selectCategory(categories);
    return {
      success: true,
      data: { categories, products: await findTopProducts(database, store, selected), selected_category_slug: selected },
      message: 'Categories with products',
    };
  });
};
