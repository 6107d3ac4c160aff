import { createShopStore, storeContext, type ShopServices, type ShopStore } from '@shop/shared/state';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel, type UserEvent } from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, Outlet, RouterContextProvider, RouterProvider, useLocation } from 'react-router-dom';
import type { RemoteModule } from '../remote/RemoteModule';
import { createFakeServices } from './createTestServices';

/** jsdom has no styles that disable pointer events, and checking for them up to the root is slow. */
const USER_EVENT_OPTIONS = { pointerEventsCheck: PointerEventsCheckLevel.Never };

interface RenderOptions {
  /** The current location; earlier entries are in the history. */
  readonly at: string | readonly (string | { readonly pathname: string; readonly state: unknown })[];
  readonly services?: ShopServices;
  /** Prepares the store. */
  readonly given?: (store: ShopStore) => void;
}

interface RenderedRemote {
  readonly store: ShopStore;
  readonly user: UserEvent;
  readonly location: () => string;
  /** Navigates within the shop. */
  readonly goTo: (path: string) => Promise<void>;
}

/** Renders a remote's routes with store and slices at a location, as the host mounts them. */
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
    // Update after commit, not during render, so that the new page is in the document.
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
