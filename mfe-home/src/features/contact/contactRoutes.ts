import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';

export const contactRoutes = [
  createLazyRoute({
    id: 'home.contact',
    path: 'contact',
    chunk: 'contact',
    load: async () => (await import(/* webpackChunkName: "contact" */ './ContactPage')).ContactPage,
  }),
];
