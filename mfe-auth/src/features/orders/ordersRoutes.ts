import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import { createAccountLoader } from '@shop/shared/state';
import type { RouteHandle } from '@shop/shared/remote';
import type { RouteObject } from 'react-router-dom';
import { OrdersPage } from './OrdersPage';
import { fetchOrder, fetchOrders, selectOrders } from './ordersSlice';

const readPage = (request: Request): number => {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page < 100_000 ? page : 1;
};

export const ordersRoutes: RouteObject[] = [
  {
    id: 'account.orders',
    path: 'orders',
    Component: OrdersPage,
    handle: { skeleton: 'rows' } satisfies RouteHandle,
    loader: createAccountLoader(async (store, { request }) => {
      await store.dispatch(fetchOrders(readPage(request)));
      return selectOrders(store.getState()).error === null ? undefined : { status: 503 };
    }),
  },
  createLazyRoute({
    id: 'account.order',
    path: 'orders/:number',
    chunk: 'order',
    skeleton: 'rows',
    load: async () => (await import(/* webpackChunkName: "order" */ './OrderPage')).OrderPage,
    loader: createAccountLoader(async (store, { params }) => {
      await store.dispatch(fetchOrder(params['number'] ?? ''));
      const { orderError, notFound } = selectOrders(store.getState());
      return orderError === null ? undefined : { status: notFound ? 404 : 503 };
    }),
  }),
];
