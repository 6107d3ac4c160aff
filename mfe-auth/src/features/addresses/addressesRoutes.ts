import { createLazyRoute } from '@shop/shared/remote/createLazyRoute';
import { createAccountLoader, fetchAddresses } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';

export const addressesRoutes: RouteObject[] = [
  createLazyRoute({
    id: 'account.addresses',
    path: 'addresses',
    chunk: 'addresses',
    skeleton: 'form',
    load: async () => (await import(/* webpackChunkName: "addresses" */ './AddressesPage')).AddressesPage,
    loader: createAccountLoader(async (store) => {
      await store.dispatch(fetchAddresses());
      return store.getState().profile.error === null ? undefined : { status: 503 };
    }),
  }),
];
