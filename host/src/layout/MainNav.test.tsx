import { createShopStore, menuLinksRead, storefrontEntered, type ShopStore } from '@shop/shared/state';
import { createFakeServices } from '@shop/shared/testing';
import { act, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { MainNav } from './MainNav';

const openStore = (): ShopStore => {
  const store = createShopStore({ services: createFakeServices() });
  store.dispatch(storefrontEntered('jewellery'));
  store.dispatch(
    menuLinksRead([
      { label: 'Gifts', href: '/gifts' },
      { label: 'Vegetable boxes', href: '/boxes', storefront: 'organic' },
    ]),
  );
  return store;
};
const listLinks = (): (string | null)[] =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test("links of remotes follow the shop's own, and each storefront shows its own", () => {
  const store = openStore();
  const router = createMemoryRouter([{ path: '*', Component: () => <MainNav header="centered" /> }], {
    initialEntries: ['/gifts/mugs'],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  expect(listLinks().slice(-2)).toEqual(['Contact', 'Gifts']);
  expect(screen.getByRole('link', { name: 'Gifts' })).toHaveAttribute('aria-current', 'page');
  act(() => void store.dispatch(storefrontEntered('organic')));
  expect(listLinks().slice(-2)).toEqual(['Gifts', 'Vegetable boxes']);
});
