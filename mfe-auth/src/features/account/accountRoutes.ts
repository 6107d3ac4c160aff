import { createAccountLoader } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { AccountPage } from './AccountPage';
import { fetchSignInOptions } from '../../parts/signInOptionsSlice';
import { fetchAccount } from './accountSlice';

export const accountRoutes: RouteObject[] = [
  {
    id: 'account.page',
    path: 'account',
    Component: AccountPage,
    loader: createAccountLoader(
      async (store) => void (await Promise.all([store.dispatch(fetchAccount()), store.dispatch(fetchSignInOptions())])),
    ),
  },
];
