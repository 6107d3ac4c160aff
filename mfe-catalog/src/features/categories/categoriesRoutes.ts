import { fetchCategories, createPageLoader, selectCategories, selectStorefront } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { CategoriesPage } from './CategoriesPage';

const loader = createPageLoader(async (store) => {
  await store.dispatch(fetchCategories({ store: selectStorefront(store.getState()).slug }));
  return selectCategories(store.getState()).error === null ? undefined : { status: 503 };
});

export const categoriesRoutes: RouteObject[] = [
  { id: 'catalog.categories', path: 'categories', Component: CategoriesPage, loader },
];
