import { pageLoader } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { OrderReceivedPage } from './OrderReceivedPage';
import { fetchReceivedOrder, selectReceivedOrder } from './orderReceivedSlice';

const loader = pageLoader(async (store, { params }) => {
  await store.dispatch(fetchReceivedOrder(params['number'] ?? ''));
  const { error, notFound } = selectReceivedOrder(store.getState());
  return error === null ? undefined : { status: notFound ? 404 : 503 };
});

export const orderReceivedRoutes: RouteObject[] = [
  { id: 'checkout.order-received', path: 'checkout/order-received/:number', Component: OrderReceivedPage, loader },
];
