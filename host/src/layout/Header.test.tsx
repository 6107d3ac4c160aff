import { getNextDelivery, type DeliveryArea, type NextDelivery } from '@shop/contracts';
import {
  createShopStore,
  placeChosen,
  RemoteWidgetsContext,
  storefrontEntered,
  type RemoteWidgets,
} from '@shop/shared/state';
import { storefronts, type StorefrontId } from '@shop/contracts/storefronts';
import { createFakeServices, respondTo } from '@shop/shared/testing';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { EnclosedFooter } from './EnclosedFooter';
import { Footer } from './Footer';
import { Header } from './Header';

function Drawer({ open }: { readonly open: boolean }) {
  return open ? <p>The drawer is open</p> : null;
}
const widgets = {
  fills: {},
  loadWidget: async () => ({ component: Drawer, version: '1' }),
  loadStandIn: async () => undefined,
  reportFailure: () => undefined,
} as unknown as RemoteWidgets;

const renderShell = (
  storefront: StorefrontId,
  at = '/about',
  { isEnclosed = false, store = createShopStore({ services: createFakeServices() }) } = {},
) => {
  store.dispatch(storefrontEntered(storefront));
  const Shell = () => (
    <>
      <Header isEnclosed={isEnclosed} />
      {isEnclosed ? <EnclosedFooter /> : <Footer />}
    </>
  );
  render(
    <Provider store={store}>
      <RemoteWidgetsContext value={widgets}>
        <RouterProvider router={createMemoryRouter([{ path: '*', Component: Shell }], { initialEntries: [at] })} />
      </RemoteWidgetsContext>
    </Provider>,
  );
  return within(screen.getByRole('banner'));
};
const ids = Object.values(storefronts).map(({ id }) => id);
const listHrefs = (links: HTMLElement[]): (string | null)[] => links.map((link) => link.getAttribute('href'));

test.each(ids)('the header of %s links to the main pages, the wishlist and the account (product 2.3)', (id) => {
  const header = renderShell(id);
  const nav = within(header.getByRole('navigation', { name: 'Main' }));
  expect(listHrefs(nav.getAllByRole('link'))).toEqual([
    '/demos',
    '/categories',
    '/blog',
    '/products',
    '/about',
    '/contact',
  ]);
  expect(header.getByRole('link', { name: 'Wishlist, 0 items' })).toHaveAttribute('href', '/wishlist');
  expect(header.getByRole('link', { name: 'Account, log in' })).toHaveAttribute('href', '/account');
});

test('the header says where food goes and when, and asks for it once (product 2.11)', async () => {
  const next = { day: 'Friday, November 27', hours: '8 to 10 AM', days_ahead: 1 };
  const answers: { data: NextDelivery | null; area: DeliveryArea | null }[] = [
    { data: next, area: { name: 'Portland', minimum: 10 } },
    { data: null, area: null },
  ];
  const store = createShopStore({
    services: createFakeServices([respondTo(getNextDelivery, () => answers.shift() ?? { data: null })]),
  });
  const header = renderShell('organic', '/about', { store });
  expect(header.getByRole('link', { name: 'Delivery times Enter your ZIP code' })).toHaveAttribute('href', '/delivery');
  await act(() => store.dispatch(placeChosen('97205')));
  expect(header.getByRole('link', { name: 'Deliver to 97205 Tomorrow, 8 to 10 AM' })).toHaveAttribute(
    'href',
    '/delivery?postcode=97205',
  );
  await act(() => store.dispatch(placeChosen('10001')));
  expect(header.getByRole('link', { name: 'Deliver to 10001 Not yet, sorry' })).toBeVisible();
});

test.each(ids)(
  'the checkout of %s has a header with only the logo and the cart, and a footer with legal links (product 2.8)',
  (id) => {
    const header = renderShell(id, '/checkout', { isEnclosed: true });
    expect(listHrefs(header.getAllByRole('link'))).toEqual(['/']);
    expect(header.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Cart, 0 items']);
    expect(header.queryByRole('combobox')).not.toBeInTheDocument();
    const footer = within(screen.getByRole('contentinfo'));
    expect(listHrefs(footer.getAllByRole('link'))).toEqual(['/terms', '/privacy', '/contact']);
  },
);

test.each(['/', '/demos'])('Home is active on %s (product 2.3)', (at) => {
  const header = renderShell('jewellery', at);
  const current = within(header.getByRole('navigation', { name: 'Main' })).getByRole('link', { current: 'page' });
  expect(current).toHaveTextContent('Home');
});

test.each(ids)('the cart button of %s opens the drawer (product 2.3, 6.3)', async (id) => {
  const header = renderShell(id);
  await userEvent.click(header.getByRole('button', { name: 'Cart, 0 items' }));
  expect(await screen.findByText('The drawer is open')).toBeInTheDocument();
});

test.each(ids)(
  'the header of %s has a switcher with logo and name of each storefront, and three currencies (product 2.3)',
  (id) => {
    const header = renderShell(id);
    const stores = within(header.getByRole('group', { name: 'Store' })).getAllByRole('link');
    expect(stores.map((store) => [store.textContent, store.getAttribute('href')])).toEqual([
      ['Oriel jewellery store', '/?store=jewellery'],
      ['Furrow organic store', '/?store=organic'],
    ]);
    for (const store of stores) expect(store.querySelector('svg')).toBeInTheDocument();
    const currencies = within(header.getByRole('combobox', { name: 'Currency' })).getAllByRole('option');
    expect(currencies.map(({ textContent }) => textContent)).toEqual(['USD', 'EUR', 'GBP']);
  },
);

test.each(ids)('the footer of %s links to account, catalog, help and legal pages (product 2.4)', (id) => {
  renderShell(id);
  const hrefs = listHrefs(within(screen.getByRole('contentinfo')).getAllByRole('link'));
  for (const href of [
    '/dashboard',
    '/orders',
    '/wishlist',
    '/addresses',
    '/shop/category',
    '/shop/brand',
    '/promotions',
    '/features',
    '/faq',
    '/about',
    '/contact',
    '/sitemap',
    '/terms',
    '/privacy',
    '/interest-based-ads',
    '/accessibility',
  ])
    expect(hrefs).toContain(href);
});
