import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';

export const deliveryRoutes = [
  createLazyRoute({
    id: 'home.delivery',
    path: 'delivery',
    chunk: 'delivery-slot',
    load: async () => (await import(/* webpackChunkName: "delivery-slot" */ './DeliveryPage')).DeliveryPage,
    loader: async (args) => (await import(/* webpackChunkName: "delivery-slot" */ './loadDelivery')).loadDelivery(args),
  }),
];
