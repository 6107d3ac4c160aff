import { lazyRoute } from '@shop/shared/remote/lazyRoute';

export const contactRoutes = [
  lazyRoute({
    id: 'home.contact',
    path: 'contact',
    chunk: 'contact',
    load: async () => (await import(/* webpackChunkName: "contact" */ './ContactPage')).ContactPage,
  }),
];
