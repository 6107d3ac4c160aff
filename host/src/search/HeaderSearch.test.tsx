import { recentSearches } from '@shop/shared/navigation/recentList';
import { createShopStore, storefrontEntered } from '@shop/shared/state';
import { createFakeServices } from '@shop/shared/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
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
