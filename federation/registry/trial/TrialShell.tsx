import type { RemoteModule } from '@shop/shared/remote';
import { RemoteWidgetsContext, type RemoteWidgets, type ShopStore } from '@shop/shared/state';
import { useEffect, type ComponentType } from 'react';
import { Provider } from 'react-redux';
import {
  createMemoryRouter,
  Outlet,
  RouterProvider,
  useLocation,
  useRouteError,
  type RouterContextProvider,
} from 'react-router-dom';

/** The host's own shell, in which remotes are tried. */
export interface Shell {
  readonly Layout: ComponentType;
  /** Returns the damage to the shell around `root`, as sentences. */
  readonly check: (root: Element) => readonly string[];
}

/** What a page of another team shows in a trial. */
export const ELSEWHERE = 'elsewhere';

/** A widget that the shell or the remote asks for comes from the remote on trial, or does not open. */
const provideWidgets = ({ widgets }: RemoteModule): RemoteWidgets => ({
  loadWidget(_remote, name) {
    const component = widgets[name];
    return component
      ? Promise.resolve({ component, version: undefined })
      : Promise.reject(new Error(`There is no widget ${name} in a trial`));
  },
  loadStandIn: () => Promise.resolve(undefined),
  reportFailure: () => undefined, // the root of the page is told of crashes, too
});

interface TrialRouterOptions {
  readonly Layout: ComponentType;
  readonly at: string;
  readonly getContext: () => RouterContextProvider;
  readonly onFailure: (error: unknown) => void;
  /** Called with the key of a location once its page is in the document and the page's effects have run. */
  readonly onShown: (key: string) => void;
}

/** The routes of a remote in the shop's layout, as in the host. All other paths belong to another team. */
export const createTrialRouter = (
  { routes }: RemoteModule,
  { Layout, at, getContext, onFailure, onShown }: TrialRouterOptions,
) => {
  const useShown = (): void => {
    const { key } = useLocation();
    useEffect(() => onShown(key), [key]);
  };
  function Page() {
    useShown();
    return <Outlet />;
  }
  function Failure() {
    onFailure(useRouteError());
    useShown();
    return null;
  }
  return createMemoryRouter(
    [
      {
        id: 'shop',
        Component: Layout,
        HydrateFallback: () => null,
        children: [
          {
            id: 'remote-slots',
            Component: Page,
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
      <RemoteWidgetsContext value={provideWidgets(remote)}>
        <RouterProvider router={router} />
      </RemoteWidgetsContext>
    </Provider>
  );
}
