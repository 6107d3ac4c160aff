import { paths } from '@shop/shared/navigation';
import type { RemoteModule } from '@shop/shared/remote';
import type { RemoteId } from '@shop/federation/remotes';
import { redirect, type RouteObject } from 'react-router-dom';
import { ShopLayout } from '../layout/ShopLayout';
import { RemoteUnavailable } from '../remotes/RemoteUnavailable';
import { ShellSkeleton } from '../layout/ShellSkeleton';

/**
 * Where remotes' routes are patched in. Both layers are pathless: with a path, the router never asks for more routes.
 */
export const REMOTE_SLOTS = 'remote-slots';

/** A remote's routes behind an error boundary of their own: one remote fails, the rest of the page lives. */
export const createRemoteRoute = (remote: RemoteId, module: RemoteModule): RouteObject => ({
  id: remote,
  ErrorBoundary: RemoteUnavailable,
  children: module.routes,
});

/** The shop's routes with the remotes that are loaded; the same on the server and in the browser. */
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
          // Any unknown path redirects to / (product.md 2.5).
          { id: 'unknown', path: '*', loader: () => redirect(paths.home) },
        ],
      },
    ],
  },
];
