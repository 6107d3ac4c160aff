import { pageLoader } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { ProductPage } from './ProductPage';
import { fetchProduct, NOT_FOUND_TEXT } from './productSlice';

const loader = pageLoader(async (store, { params }) => {
  const result = await store.dispatch(fetchProduct(params['productId'] ?? ''));
  if (!fetchProduct.rejected.match(result)) return undefined;
  return { status: result.payload === NOT_FOUND_TEXT ? 404 : 503 };
});

export const productRoutes: RouteObject[] = [{ id: 'catalog.product', path: 'products/:productId', Component: ProductPage, loader }];
