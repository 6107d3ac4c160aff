import { fetchCategories, pageLoader, selectStorefront } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { fetchBrands } from './brandsSlice';
import { HomePage } from './HomePage';
import { fetchCategoriesWithProducts } from './topProductsSlice';

/** All sections at once: each keeps its own failure, so the page is there whatever one of them does. */
const loader = pageLoader(async (store) => {
  const { slug, id } = selectStorefront(store.getState());
  await Promise.all([
    store.dispatch(fetchCategories({ store: slug })),
    store.dispatch(fetchCategoriesWithProducts(slug)),
    id === 'jewellery' ? store.dispatch(fetchBrands(slug)) : undefined,
  ]);
});

export const homeRoutes: RouteObject[] = [
  { id: 'home.index', index: true, Component: HomePage, loader },
  { id: 'home.demos', path: 'demos', Component: HomePage, loader },
];
