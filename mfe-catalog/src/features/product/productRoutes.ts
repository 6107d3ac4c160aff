import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import { createPageLoader, selectStorefront } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { fetchFeatured, fetchProduct, fetchRelated, NOT_FOUND_TEXT } from './productSlice';

const loader = createPageLoader(async (store, { params, request }) => {
  const id = params['productId'] ?? '';
  const asked = { id, draft: new URL(request.url).searchParams.get('draft') };
  const [result] = await Promise.all([store.dispatch(fetchProduct(asked)), store.dispatch(fetchRelated(id))]);
  if (!fetchProduct.rejected.match(result)) return undefined;
  if (result.payload !== NOT_FOUND_TEXT) return { status: 503 };
  await store.dispatch(fetchFeatured(selectStorefront(store.getState()).slug));
  return { status: 404 };
});

/** A link within the page, such as to the reviews, or another chosen size must not reload the product. */
const shouldRevalidate: NonNullable<RouteObject['shouldRevalidate']> = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => (currentUrl.pathname === nextUrl.pathname && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate);

export const productRoutes = [
  createLazyRoute({
    id: 'catalog.product',
    path: 'products/:productId',
    chunk: 'product',
    load: async () => (await import(/* webpackChunkName: "product" */ './ProductPage')).ProductPage,
    loader,
    shouldRevalidate,
  }),
];
