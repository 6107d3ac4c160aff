import { createPageLoader } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { ListingPage } from './ListingPage';
import type { ListingKind } from './listingPages';
import { loadListing } from './loadListing';

/** Data follows the URL: every filter, page and sort is a navigation. */
const listingRoute = (kind: ListingKind, path: string): RouteObject => ({
  id: `catalog.${kind}`,
  path,
  element: <ListingPage kind={kind} />,
  loader: createPageLoader((store, { request, params }) =>
    loadListing(store, new URL(request.url), { kind, categoryId: params['categoryId'] }),
  ),
});

export const listingRoutes: RouteObject[] = [
  listingRoute('products', 'products'),
  listingRoute('category', 'products/category/:categoryId'),
  listingRoute('shop', 'shop'),
  listingRoute('shop-category', 'shop/category'),
  listingRoute('shop-brand', 'shop/brand'),
  listingRoute('promotions', 'promotions'),
];
