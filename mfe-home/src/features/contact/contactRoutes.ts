import type { RouteHandle } from '@shop/shared/remote';
import type { RouteObject } from 'react-router-dom';

const handle: RouteHandle = { chunk: 'contact' };

export const contactRoutes: RouteObject[] = [
  { id: 'home.contact', path: 'contact', handle, lazy: async () => ({ Component: (await import(/* webpackChunkName: "contact" */ './ContactPage')).ContactPage }) },
];
