import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import { createPersonalLoader } from '@shop/shared/state';
import { fetchReceivedOrder, selectReceivedOrder } from './orderReceivedSlice';

const loader = createPersonalLoader(async (store, { params }) => {
  await store.dispatch(fetchReceivedOrder(params['number'] ?? ''));
  const { error, notFound } = selectReceivedOrder(store.getState());
  return error === null ? undefined : { status: notFound ? 404 : 503 };
});

export const orderReceivedRoutes = [
  createLazyRoute({
    id: 'checkout.order-received',
    path: 'checkout/order-received/:number',
    chunk: 'order-received',
    loader,
    skeleton: 'rows',
    load: async () => (await import(/* webpackChunkName: "order-received" */ './OrderReceivedPage')).OrderReceivedPage,
  }),
];
