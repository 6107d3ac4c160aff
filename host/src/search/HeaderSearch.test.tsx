import { recentSearches } from '@shop/shared/navigation/recentList';
import { createShopStore, storefrontEntered } from '@shop/shared/state';
import { createFakeServices } from '@shop/shared/testing';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router-dom';
import { HeaderSearch } from './HeaderSearch';

test('an empty field offers recent searches, then popular ones of the storefront', async () => {
  recentSearches('organic').add('milk');
  recentSearches('jewellery').add('pearl');
  const store = createShopStore({ services: createFakeServices() });
  store.dispatch(storefrontEntered('organic'));
  const router = createMemoryRouter([{ path: '*', Component: () => <HeaderSearch placeholder="Search" /> }]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  await userEvent.click(screen.getByRole('combobox', { name: 'Search products' }));
  const list = within(await screen.findByRole('listbox', { name: 'Suggestions' }));
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'milkRecent',
    'tomatoPopular',
    'applePopular',
    'breadPopular',
    'gluten freePopular',
  ]);
  expect(screen.getByRole('status')).toHaveTextContent('5 suggestions');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(router.state.location.search).toBe('?q=tomato');
});

test('the field shows what the page was searched for, until its cross empties it (product 4.1)', async () => {
  const store = createShopStore({ services: createFakeServices() });
  store.dispatch(storefrontEntered('organic'));
  const Page = () => <HeaderSearch placeholder="Search" searched={useSearchParams()[0].get('q') ?? ''} />;
  const router = createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: ['/products?q=milk'] });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  const field = screen.getByRole('combobox', { name: 'Search products' });
  expect(field).toHaveValue('milk');
  await act(() => router.navigate('/products?q=bread'));
  expect(field).toHaveValue('bread');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(await screen.findByRole('option', { name: /tomato/ })).toBeInTheDocument();
  await act(() => router.navigate('/products?q=milk'));
  await act(() => router.navigate('/about'));
  expect(field).toHaveValue('');
});
