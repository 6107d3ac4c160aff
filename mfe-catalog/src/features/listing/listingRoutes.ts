import { pageLoader } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { ListingPage } from './ListingPage';
import { loadListing } from './loadListing';

const loader = pageLoader((store, { request, params }) => loadListing(store, new URL(request.url).searchParams, params['categoryId']));

/** Data follows the address: every filter, page and sort is a navigation. */
export const listingRoutes: RouteObject[] = [
  { id: 'catalog.listing', path: 'products', Component: ListingPage, loader },
  { id: 'catalog.category', path: 'products/category/:categoryId', Component: ListingPage, loader },
];
