import { fetchCategories, createPageLoader, selectStorefront, type ShopStore } from '@shop/shared/state';
import type { StorefrontId } from '@shop/shared/storefronts';
import type { RouteObject } from 'react-router-dom';
import { fetchBrands } from './brandsSlice';
import { deliverySlotFound } from './deliverySlice';
import { HomePage } from './HomePage';
import { nextDeliverySlot } from './nextDeliverySlot';
import { fetchCategoriesWithProducts } from './topProductsSlice';
import { fetchTrending } from './trendingSlice';

type LoadSections = (store: ShopStore) => unknown[];

/** Data that only one home page shows. */
const ownSections = {
  jewellery: (store) => {
    const { slug } = selectStorefront(store.getState());
    return [store.dispatch(fetchBrands(slug)), store.dispatch(fetchTrending({ store: slug, page: 1 }))];
  },
  organic: (store) => [store.dispatch(deliverySlotFound(nextDeliverySlot(new Date())))],
} satisfies Record<StorefrontId, LoadSections>;

/** Loads all sections in parallel. Each keeps its own error, so one failure does not break the page. */
const loader = createPageLoader(async (store) => {
  const { slug, id } = selectStorefront(store.getState());
  await Promise.all([
    store.dispatch(fetchCategories({ store: slug })),
    store.dispatch(fetchCategoriesWithProducts(slug)),
    ...ownSections[id](store),
  ]);
});

export const homeRoutes: RouteObject[] = [
  { id: 'home.index', index: true, Component: HomePage, loader },
  { id: 'home.demos', path: 'demos', Component: HomePage, loader },
];
