import { createPageLoader, selectStorefront } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { ProductPage } from './ProductPage';
import { fetchFeatured, fetchProduct, fetchRelated, NOT_FOUND_TEXT } from './productSlice';

const loader = createPageLoader(async (store, { params }) => {
  const id = params['productId'] ?? '';
  const [result] = await Promise.all([store.dispatch(fetchProduct(id)), store.dispatch(fetchRelated(id))]);
  if (!fetchProduct.rejected.match(result)) return undefined;
  if (result.payload !== NOT_FOUND_TEXT) return { status: 503 };
  await store.dispatch(fetchFeatured(selectStorefront(store.getState()).slug));
  return { status: 404 };
});

/** A link within the page, such as to the reviews, must not reload the product. */
const shouldRevalidate: NonNullable<RouteObject['shouldRevalidate']> = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search === nextUrl.search && currentUrl.hash !== nextUrl.hash
    ? false
    : defaultShouldRevalidate;

export const productRoutes: RouteObject[] = [
  { id: 'catalog.product', path: 'products/:productId', Component: ProductPage, loader, shouldRevalidate },
];
