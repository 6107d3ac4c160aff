import { paths } from '@shop/shared/navigation';
import type { RouteHandle } from '@shop/shared/remote';
import { createPageLoader, createSignedOutLoader } from '@shop/shared/state';
import { redirect, type RouteObject } from 'react-router-dom';
import { LoginPage } from './LoginPage';
import { fetchSignInOptions } from '../../parts/signInOptionsSlice';

const plain: RouteHandle = { layout: 'plain' };
const leaveWhenSignedIn = createSignedOutLoader();
const loadOptions = createPageLoader(async (store) => void (await store.dispatch(fetchSignInOptions())));

export const loginRoutes: RouteObject[] = [
  { id: 'auth.index', path: 'auth', loader: () => redirect(paths.login), Component: () => null },
  {
    id: 'auth.login',
    path: 'auth/login',
    Component: LoginPage,
    handle: plain,
    loader: async (args, context) => (await leaveWhenSignedIn(args, context)) ?? (await loadOptions(args, context)),
  },
];
