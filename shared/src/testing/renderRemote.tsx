import { createShopStore, storeContext, type ShopServices, type ShopStore } from '@shop/shared/state';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterContextProvider, RouterProvider, useLocation } from 'react-router-dom';
import type { RemoteModule } from '../remote/RemoteModule';
import { createFakeServices } from './createFakeServices';

/**
 * Without styles there is nothing that lets no pointer through, which is looked for up to the root at each key and
 * click.
 */
const USER_EVENT_OPTIONS = { pointerEventsCheck: PointerEventsCheckLevel.Never };

interface RenderOptions {
  /** Where the shopper is; earlier entries are behind the back button. */
  readonly at: string | readonly (string | { readonly pathname: string; readonly state: unknown })[];
  readonly services?: ShopServices;
  /** What happened before: actions that fill the store. */
  readonly given?: (store: ShopStore) => void;
}

interface RenderedRemote {
  readonly store: ShopStore;
  readonly user: UserEvent;
  readonly location: () => string;
  /** Follows a link inside the shop. */
  readonly goTo: (path: string) => Promise<void>;
}

/** A remote's own routes, store and slices, as the host mounts them, at an address. */
export const renderRemote = (
  remote: RemoteModule,
  { at, services = createFakeServices(), given }: RenderOptions,
): RenderedRemote => {
  const store = createShopStore({ services });
  store.injectSlices(remote.slices, 'test');
  given?.(store);
  let shown = '';
  function Shell() {
    const { pathname, search } = useLocation();
    // Once it is in the document, not while it is being rendered: what a test looks for next is then the new screen's.
    useLayoutEffect(() => {
      shown = pathname + search;
    });
    return <Outlet />;
  }
  const entries = typeof at === 'string' ? [at] : [...at];
  const router = createMemoryRouter(
    [
      {
        element: <Shell />,
        HydrateFallback: () => null,
        children: [...remote.routes, { path: '*', element: <p>Another screen</p> }],
      },
    ],
    {
      initialEntries: entries,
      getContext: () => {
        const context = new RouterContextProvider();
        context.set(storeContext, store);
        return context;
      },
    },
  );
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return {
    store,
    user: userEvent.setup(USER_EVENT_OPTIONS),
    location: () => shown,
    goTo: (path) => router.navigate(path),
  };
};
