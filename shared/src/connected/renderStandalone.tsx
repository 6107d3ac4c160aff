import { createShopStore, storeContext } from '@shop/shared/state';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, Navigate, Outlet, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { createApiClient } from '../api-client/apiClient';
import '../design-system/base.css';
import '../design-system/tokens.css';
import { createSampleFetch } from '@shop/contracts/sample/createSampleFetch';
import type { RemoteModule } from '../remote/RemoteModule';
import { DEFAULT_STOREFRONT } from '@shop/contracts/storefronts';
import '../storefronts/layouts'; // their themes

/** Renders a remote on its own: its routes with sample data, without API and host. */
export const renderStandalone = (remote: RemoteModule, startPath: string): void => {
  document.documentElement.dataset['storefront'] = DEFAULT_STOREFRONT;
  const store = createShopStore({ services: { api: createApiClient({ origin: '', fetch: createSampleFetch() }) } });
  store.injectSlices(remote.slices, 'standalone');
  const router = createBrowserRouter(
    [
      {
        id: 'standalone',
        element: <Outlet />,
        children: [...remote.routes, { path: '*', element: <Navigate to={startPath} replace /> }],
      },
    ],
    {
      getContext: () => {
        const context = new RouterContextProvider();
        context.set(storeContext, store);
        return context;
      },
    },
  );
  const root = document.body.appendChild(document.createElement('div'));
  createRoot(root).render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
};
