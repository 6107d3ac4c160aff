import { REMOTE_CONTRACT_VERSION, type RemoteModule } from '@shop/shared/remote';
import { createShopStore, RemoteWidgetsContext, siteRead, storeContext, type RemoteWidgets } from '@shop/shared/state';
import { createFakeServices } from '@shop/shared/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, Link, RouterContextProvider, RouterProvider } from 'react-router-dom';
import { createRoutes } from '../app/createRoutes';
import { BrowserPersistence } from '../persistence/BrowserPersistence';

const sent: string[] = [];
beforeEach(() => {
  sent.length = 0;
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: (url: string) => sent.push(url) });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  localStorage.clear();
});
afterEach(() => jest.restoreAllMocks());

/** A remote with a frame of its own, as the back office has. */
const desk: RemoteModule = {
  contract: REMOTE_CONTRACT_VERSION,
  routes: [
    {
      path: 'admin',
      children: [
        { index: true, element: <Link to="/admin/reviews">Reviews</Link> },
        {
          path: 'reviews',
          element: (
            <main id="main" tabIndex={-1}>
              <h1 tabIndex={-1}>Reviews that wait</h1>
            </main>
          ),
        },
        {
          path: 'broken',
          Component: () => {
            throw new Error('no desk');
          },
        },
      ],
    },
  ],
  slices: [],
  widgets: {},
};

const open = (at: string) => {
  const store = createShopStore({ services: createFakeServices() });
  store.dispatch(siteRead({ audience: 'staff' }));
  const router = createMemoryRouter(createRoutes([['mfe-desk', desk]]), {
    initialEntries: [at],
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(storeContext, store);
      return context;
    },
  });
  const { container } = render(
    <Provider store={store}>
      <RemoteWidgetsContext value={{ fills: {} } as unknown as RemoteWidgets}>
        <RouterProvider router={router} />
      </RemoteWidgetsContext>
    </Provider>,
  );
  return { container, router };
};

test('pages of the back office have nothing of the shop around them', async () => {
  const { container } = open('/admin');
  expect(await screen.findByRole('link', { name: 'Reviews' })).toBeInTheDocument();
  expect(container.querySelector('header, footer, nav, dialog, noscript')).toBeNull();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#main', '/admin/reviews']);
});

test("after a navigation the focus is at the heading of the remote's own main", async () => {
  open('/admin');
  await userEvent.click(await screen.findByRole('link', { name: 'Reviews' }));
  expect(await screen.findByRole('heading', { name: 'Reviews that wait' })).toHaveFocus();
});

test('an unknown path leads to its own home, not to that of the shop', async () => {
  const { router } = open('/admin/no-such-desk');
  expect(await screen.findByRole('link', { name: 'Reviews' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/admin');
  expect(document.cookie).not.toContain('lost');
});

test('a page that fails says so without a word or a link of the shop', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { container } = open('/admin/broken');
  expect(await screen.findByRole('alert')).toHaveTextContent('This part of the site is not responding.Retry');
  expect(container.querySelector('header, footer, nav')).toBeNull();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['#main']);
});

test('nothing of a shopper is stored or restored, and the page is awake', async () => {
  localStorage.setItem('cart', 'of a shopper');
  const before = JSON.stringify(localStorage);
  const services = createFakeServices();
  const store = createShopStore({ services });
  const subscribe = jest.spyOn(window, 'addEventListener');
  render(
    <BrowserPersistence
      {...{ store, api: services.api, session: Promise.resolve(), onSessionChange: () => undefined, isOff: true }}
    >
      a page
    </BrowserPersistence>,
  );
  await screen.findByText('a page');
  await Promise.resolve();
  expect(document.documentElement.dataset['awake']).toBe('true');
  expect(JSON.stringify(localStorage)).toBe(before);
  expect(subscribe).not.toHaveBeenCalledWith('storage', expect.anything());
});
