import type { RemoteId } from '@shop/runtime/remotes';
import type { RemoteModule } from '@shop/shared/remote';
import type { ShopStore } from '@shop/shared/state';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, useRouteError, type RouterContextProvider } from 'react-router-dom';
import { ShopLayout } from '../../../host/src/layout/ShopLayout';
import { RemotesContext, type Remotes } from '../../../host/src/remotes/Remotes';

/** What a page of another team shows in a trial. */
export const ELSEWHERE = 'elsewhere';

/** Any widget that the shell asks for comes from the remote on trial, or does not open. */
const provideRemotes = (remote: RemoteModule): Remotes => ({
  composition: {},
  mounted: new Map<RemoteId, string>(),
  mount: () => Promise.resolve(remote),
  mountStandIn: () => Promise.resolve(false),
  findByPath: () => undefined,
  getMissingTitle: () => '',
});

interface TrialRouterOptions {
  readonly at: string;
  readonly getContext: () => RouterContextProvider;
  readonly onFailure: (error: unknown) => void;
}

/** The routes of a remote in the shop's layout, as in the host. All other paths belong to another team. */
export const createTrialRouter = ({ routes }: RemoteModule, { at, getContext, onFailure }: TrialRouterOptions) => {
  function Failure() {
    onFailure(useRouteError());
    return null;
  }
  return createMemoryRouter(
    [
      {
        id: 'shop',
        Component: ShopLayout,
        HydrateFallback: () => null,
        children: [
          {
            id: 'remote-slots',
            ErrorBoundary: Failure,
            children: [...routes, { id: ELSEWHERE, path: '*', Component: () => <h1 id={ELSEWHERE}>Elsewhere</h1> }],
          },
        ],
      },
    ],
    { initialEntries: [at], getContext },
  );
};

export type TrialRouter = ReturnType<typeof createTrialRouter>;

interface TrialShellProps {
  readonly store: ShopStore;
  readonly router: TrialRouter;
  readonly remote: RemoteModule;
}

/** The shop around a remote: its header, drawers and footer are the host's own. */
export function TrialShell({ store, router, remote }: TrialShellProps) {
  return (
    <Provider store={store}>
      <RemotesContext value={provideRemotes(remote)}>
        <RouterProvider router={router} />
      </RemotesContext>
    </Provider>
  );
}
