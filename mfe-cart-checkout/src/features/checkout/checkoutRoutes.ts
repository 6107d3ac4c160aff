import { lazyRoute } from '@shop/shared/remote/lazyRoute';
import { pageLoader } from '@shop/shared/state';
import { checkoutOpened } from './checkoutSlice';

const loader = pageLoader(async (store) => void (await store.dispatch(checkoutOpened())));

export const checkoutRoutes = [
  lazyRoute({
    id: 'checkout.page',
    path: 'checkout',
    chunk: 'checkout',
    loader,
    load: async () => (await import(/* webpackChunkName: "checkout" */ './CheckoutPage')).CheckoutPage,
  }),
];
