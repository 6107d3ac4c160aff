import { storefronts } from '@shop/contracts/storefronts';
import { createShopStore, siteRead, storefrontEntered, storefrontsChanged, type ShopStore } from '@shop/shared/state';
import { storefrontLayouts } from '@shop/shared/storefronts/layouts';
import { createFakeServices } from '@shop/shared/testing';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { MainNav } from './MainNav';

const openStore = (): ShopStore => {
  const store = createShopStore({ services: createFakeServices() });
  store.dispatch(storefrontEntered('jewellery'));
  store.dispatch(
    siteRead({
      menuLinks: [
        { label: 'Gifts', href: '/gifts' },
        { label: 'Vegetable boxes', href: '/boxes', storefront: 'organic' },
      ],
    }),
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

describe('the menu of categories', () => {
  const renderNav = () => {
    const router = createMemoryRouter([{ path: '*', Component: () => <MainNav header="centered" /> }], {
      initialEntries: ['/about'],
    });
    const store = openStore();
    render(
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>,
    );
    return { user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }), router, store };
  };
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const link = () => screen.getByRole('link', { name: 'Categories' });
  const findMenu = () => screen.queryByRole('link', { name: 'All categories' });
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('opens when the mouse rests on the link, and closes after it has left (product 2.9)', async () => {
    const { user } = renderNav();
    await user.hover(link());
    await wait(100);
    expect(findMenu()).not.toBeInTheDocument();
    await wait(300);
    expect(findMenu()).toBeInTheDocument();
    await user.unhover(link());
    await wait(100);
    expect(findMenu()).toBeInTheDocument();
    await wait(300);
    expect(findMenu()).not.toBeInTheDocument();
  });

  test('has the categories without a column below, in the order of staff, and columns as they are (product 16.80)', async () => {
    const { user, store } = renderNav();
    const { columns } = storefrontLayouts.jewellery.menu;
    const categories = [{ slug: 'anklets', name: 'Anklets' }, ...storefronts.jewellery.categories].toReversed();
    store.dispatch(storefrontsChanged({ jewellery: { categories } }));
    await user.click(screen.getByRole('button', { name: 'Categories menu' }));
    await wait(0);
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ id }) => id)).toEqual(
      columns.map(({ category }) => `menu-${category}`),
    );
    const below = screen.getByRole('link', { name: 'All categories' }).closest('ul');
    expect(below).toHaveTextContent(/^WatchesAnkletsAll categories$/);
  });

  test('stays closed for a mouse that follows the link', async () => {
    const { user, router } = renderNav();
    await user.click(link());
    await wait(1_000);
    expect(router.state.location.pathname).toBe('/categories');
    expect(findMenu()).not.toBeInTheDocument();
  });

  test('is opened and closed by its button, and closed by Escape, which returns the focus (product 2.9)', async () => {
    const { user } = renderNav();
    const button = screen.getByRole('button', { name: 'Categories menu' });
    await user.click(button);
    await wait(0);
    expect(findMenu()).toBeInTheDocument();
    await user.tab();
    await user.keyboard('{Escape}');
    expect(findMenu()).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });
});
