import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import { createPageLoader } from '@shop/shared/state';
import { checkoutOpened } from './checkoutSlice';

const loader = createPageLoader(async (store) => void (await store.dispatch(checkoutOpened())));

export const checkoutRoutes = [
  createLazyRoute({
    id: 'checkout.page',
    path: 'checkout',
    chunk: 'checkout',
    loader,
    layout: 'enclosed',
    load: async () => (await import(/* webpackChunkName: "checkout" */ './CheckoutPage')).CheckoutPage,
  }),
];
