import { createAccountLoader } from '@shop/shared/state';
import type { RouteHandle } from '@shop/shared/remote';
import type { RouteObject } from 'react-router-dom';
import { AccountPage } from './AccountPage';
import { fetchSignInOptions } from '../../parts/signInOptionsSlice';
import { fetchAccount, fetchErasure } from './accountSlice';

export const accountRoutes: RouteObject[] = [
  {
    id: 'account.page',
    path: 'account',
    Component: AccountPage,
    handle: { skeleton: 'form' } satisfies RouteHandle,
    loader: createAccountLoader(
      async (store) =>
        void (await Promise.all([
          store.dispatch(fetchAccount()),
          store.dispatch(fetchSignInOptions()),
          store.dispatch(fetchErasure()),
        ])),
    ),
  },
];
