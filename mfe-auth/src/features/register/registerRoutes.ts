import type { RouteHandle } from '@shop/shared/remote';
import { createSignedOutLoader } from '@shop/shared/state';
import type { RouteObject } from 'react-router-dom';
import { RegisterPage } from './RegisterPage';

const plain: RouteHandle = { layout: 'plain' };

export const registerRoutes: RouteObject[] = [
  {
    id: 'auth.register',
    path: 'auth/register',
    Component: RegisterPage,
    handle: plain,
    loader: createSignedOutLoader(),
  },
];
