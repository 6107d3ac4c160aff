import type { RemoteModule } from '@shop/shared/remote';
import type { RemoteId } from '@shop/runtime/remotes';
import type { RouteObject } from 'react-router-dom';
import { ShopLayout } from '../layout/ShopLayout';
import { RemoteUnavailable } from '../remotes/RemoteUnavailable';
import { redirectHome } from './redirectHome';
import { ShellSkeleton } from '../layout/ShellSkeleton';

/**
 * Route into which remotes' routes are patched. Both layers are pathless: with a path, the router would not call
 * `patchRoutesOnNavigation`.
 */
export const REMOTE_SLOTS = 'remote-slots';

/** Wraps a remote's routes in an error boundary, so that its failure does not affect the rest of the page. */
export const createRemoteRoute = (remote: RemoteId, module: RemoteModule): RouteObject => ({
  id: remote,
  ErrorBoundary: RemoteUnavailable,
  children: module.routes,
});

/** Returns the shop's routes with those of the loaded remotes. Server and browser use the same routes. */
export const createRoutes = (remotes: readonly (readonly [RemoteId, RemoteModule])[]): RouteObject[] => [
  {
    id: 'shop',
    Component: ShopLayout,
    HydrateFallback: ShellSkeleton,
    children: [
      {
        id: REMOTE_SLOTS,
        ErrorBoundary: RemoteUnavailable,
        children: [
          ...remotes.map(([id, module]) => createRemoteRoute(id, module)),
          { id: 'unknown', path: '*', loader: redirectHome },
        ],
      },
    ],
  },
];
