import { fetchCategories, createPageLoader, selectStorefront } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { storefrontPages } from '../../storefronts';
import { HomePage } from './HomePage';
import { fetchCategoriesWithProducts } from './topProductsSlice';

/** Loads all sections in parallel. Each keeps its own error, so one failure does not break the page. */
const loader = createPageLoader(async (store) => {
  const { slug, id } = selectStorefront(store.getState());
  await Promise.all([
    store.dispatch(fetchCategories({ store: slug })),
    store.dispatch(fetchCategoriesWithProducts(slug)),
    ...(storefrontPages[id].loadHome?.(store) ?? []),
  ]);
});

export const homeRoutes: RouteObject[] = [
  { id: 'home.index', index: true, Component: HomePage, loader },
  { id: 'home.demos', path: 'demos', Component: HomePage, loader },
];
