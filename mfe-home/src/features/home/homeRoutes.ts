import { fetchCategories, createPageLoader, selectStorefront } from '@shop/shared/state';
import { storefrontDocuments } from '@shop/shared/storefronts/documents';
import type { RouteObject } from 'react-router-dom';
import { fetchNextDelivery } from '../../parts/fetchNextDelivery';
import { loadPublished } from '../../parts/loadPublished';
import { fetchBrands } from './brandsSlice';
import { HomePage } from './HomePage';
import { fetchCategoriesWithProducts } from './topProductsSlice';
import { fetchTrending } from './trendingSlice';

/** Loads all sections in parallel. Each keeps its own error, so one failure does not break the page. */
const loader = createPageLoader(async (store, { request }) => {
  const { slug, id } = selectStorefront(store.getState());
  const loads = {
    trending: () => store.dispatch(fetchTrending({ store: slug, page: 1 })),
    brands: () => store.dispatch(fetchBrands(slug)),
    delivery: () => store.dispatch(fetchNextDelivery()),
  };
  const kinds = new Set<string>(storefrontDocuments[id].home.sections.map(({ kind }) => kind));
  await Promise.all([
    store.dispatch(fetchCategories({ store: slug })),
    store.dispatch(fetchCategoriesWithProducts(slug)),
    loadPublished(store, 'home', request.url),
    ...Object.entries(loads).flatMap(([kind, load]) => (kinds.has(kind) ? [load()] : [])),
  ]);
});

export const homeRoutes: RouteObject[] = [
  { id: 'home.index', index: true, Component: HomePage, loader },
  { id: 'home.demos', path: 'demos', Component: HomePage, loader },
];
