import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import { createPersonalLoader } from '@shop/shared/state';
import { checkoutOpened } from './checkoutSlice';

const loader = createPersonalLoader(async (store) => void (await store.dispatch(checkoutOpened())), {
  isForCustomers: true,
});

export const checkoutRoutes = [
  createLazyRoute({
    id: 'checkout.page',
    path: 'checkout',
    chunk: 'checkout',
    loader,
    layout: 'enclosed',
    skeleton: 'form',
    load: async () => (await import(/* webpackChunkName: "checkout" */ './CheckoutPage')).CheckoutPage,
  }),
];
