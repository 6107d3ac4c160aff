import { createAccountLoader, fetchAddresses } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { AddressesPage } from './AddressesPage';

export const addressesRoutes: RouteObject[] = [
  {
    id: 'account.addresses',
    path: 'addresses',
    Component: AddressesPage,
    loader: createAccountLoader(async (store) => {
      await store.dispatch(fetchAddresses());
      return store.getState().profile.error === null ? undefined : { status: 503 };
    }),
  },
];
