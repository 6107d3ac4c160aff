import { createSampleFetch } from '@shop/contracts/sample/createSampleFetch';
import { createApiClient } from '@shop/shared/api-client';
import { cartRestored, type CartItem } from '@shop/shared/state';
import { aCartItem, renderRemote } from '@shop/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from './remote';

/** Cart and checkout with sample data (product.md 13.2): no network requests. */
const fetchSpy = jest.spyOn(globalThis, 'fetch');

beforeEach(() => {
  sessionStorage.clear();
  fetchSpy.mockClear();
});
afterEach(() => expect(fetchSpy).not.toHaveBeenCalled());

/** As a product page of the sample puts it into the cart. */
const inCart = aCartItem({ id: '1', productId: '1', available: 10 });
const renderSample = (at: string, items: readonly CartItem[] = [inCart]) =>
  renderRemote(remote, {
    at,
    services: {
      api: createApiClient({ origin: '', fetch: createSampleFetch({ wait: async () => undefined }) }),
    },
    given: (store) => store.dispatch(cartRestored(items)),
  });

test('cart: Apply of the coupon has no effect (product 13.1, 13.2)', async () => {
  const { user, store } = renderSample('/cart');
  const before = store.getState().cart;
  await user.type(await screen.findByLabelText('Coupon code'), 'TENTH');
  await user.click(screen.getByRole('button', { name: 'Apply' }));
  expect(store.getState().cart).toEqual(before);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test("cart: 'Update Cart' has no real effect (product 13.2)", async () => {
  const { user, store } = renderSample('/cart');
  const before = store.getState().cart;
  await user.click(await screen.findByRole('button', { name: 'Update Cart' }));
  expect(store.getState().cart).toEqual(before);
});

test("checkout: 'Your order' has 4 fixed sample line items, whatever is in the cart (product 13.2)", async () => {
  renderSample('/checkout', []);
  const order = within(await screen.findByRole('region', { name: 'Your order' }));
  expect(order.getAllByRole('listitem')).toHaveLength(4);
  expect(order.getByText('Free')).toBeInTheDocument();
});

test("checkout: the 'Have a coupon?' toggle shows a code field with 'Apply coupon', without effect (product 13.1, 13.2)", async () => {
  const { user, store } = renderSample('/checkout');
  expect(screen.queryByLabelText('Coupon code')).not.toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Have a coupon?' }));
  await user.type(screen.getByLabelText('Coupon code'), 'TENTH');
  await user.click(screen.getByRole('button', { name: 'Apply coupon' }));
  expect(store.getState().cart.coupon).toBeNull();
});

test('checkout: bank (default), global, cash; the terms start unchecked; Place order is disabled until they are (product 7.3, 13.1)', async () => {
  const { user } = renderSample('/checkout');
  expect(await screen.findByLabelText('Direct bank transfer')).toBeChecked();
  expect(screen.getByLabelText('Global payment')).toBeEnabled();
  expect(screen.getByLabelText('Cash on delivery')).toBeEnabled();
  const terms = screen.getByLabelText('I have read and agree to the website terms and conditions *');
  expect(terms).not.toBeChecked();
  expect(screen.getByRole('button', { name: 'Place order' })).toBeDisabled();
  await user.click(terms);
  expect(screen.getByRole('button', { name: 'Place order' })).toBeEnabled();
});

test('submitting the checkout sends no request and places no order (product 13.1)', async () => {
  const { user, store } = renderSample('/checkout');
  const texts = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    'Street address': '12 Row',
    'Town / City': 'New York',
    'ZIP Code': '10001',
    Phone: '+1 212 555 0100',
    'Email address': 'ada@example.com',
  };
  for (const [label, text] of Object.entries(texts))
    await user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  await user.selectOptions(screen.getByLabelText(/^State/), 'NY');
  await user.click(screen.getByLabelText(/I have read and agree/));
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('Orders need the real shop: this is sample data.'),
  );
  expect(store.getState().cart.itemCount).toBe(1);
});
