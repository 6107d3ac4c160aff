import { aCartItem, anOrder, fail, fakeServices, renderRemote, succeed } from '@shop/shared/testing';
import type { Order, PlaceOrderBody } from '@shop/shared/contracts';
import { cartRestored } from '@shop/shared/state';
import { screen, waitFor } from '@testing-library/react';
import { remote } from '../../remote';

type Answer = ReturnType<typeof succeed<Order>>;
const TERMS = 'I have read and agree to the website terms and conditions *';

beforeEach(() => sessionStorage.clear());

const renderCheckout = (answer: (body: PlaceOrderBody, key: string) => Promise<Answer> = () => Promise.resolve(succeed(anOrder()))) => {
  const placeOrder = jest.fn(answer);
  const rendered = renderRemote(remote, {
    at: '/checkout',
    services: fakeServices({ checkout: { placeOrder, order: () => Promise.resolve(succeed(anOrder())) } }),
    given: (store) => store.dispatch(cartRestored([aCartItem()])),
  });
  return { placeOrder, ...rendered };
};

const fillIn = async (user: ReturnType<typeof renderCheckout>['user']): Promise<void> => {
  const texts: Record<string, string> = {
    'First name': 'Ada', 'Last name': 'Lovelace', 'Street address': '12 Analytical Row', 'Town / City': 'New York', State: 'NY',
    'ZIP Code': '10001', Phone: '+1 212 555 0100', 'Email address': 'ada@example.com',
  };
  for (const [label, text] of Object.entries(texts)) await user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  await user.click(screen.getByLabelText(TERMS));
};
const placeButton = () => screen.getByRole('button', { name: 'Place order' });

test('an empty cart cannot be checked out, and the page says why', async () => {
  renderRemote(remote, { at: '/checkout', given: (store) => store.dispatch(cartRestored([])) });
  expect(await screen.findByText(/An empty cart cannot be checked out/)).toBeInTheDocument();
});

test('Place order waits for the terms and says so', async () => {
  const { user } = renderCheckout();
  await screen.findByLabelText(/^First name/);
  expect(placeButton()).toBeDisabled();
  expect(placeButton()).toHaveAccessibleDescription('Agree to the terms to place your order.');
  await user.click(screen.getByLabelText(TERMS));
  expect(placeButton()).toBeEnabled();
});

test('bank transfer is the default; global payment says why it cannot be chosen', async () => {
  renderCheckout();
  expect(await screen.findByLabelText('Direct bank transfer')).toBeChecked();
  expect(screen.getByLabelText('Global payment')).toBeDisabled();
  expect(screen.getByText('Online payment is not available yet.')).toBeVisible();
});

test('every required field has its own sentence, and the first one is focused', async () => {
  const { user, placeOrder } = renderCheckout();
  await user.click(await screen.findByLabelText(TERMS));
  await user.click(placeButton());
  for (const sentence of ['Enter your first name.', 'Enter your last name.', 'Enter a street address.', 'Enter a town or city.', 'Enter a state.', 'Enter a ZIP Code.', 'Enter a phone number.', 'Enter an email address.']) {
    expect(await screen.findByText(sentence)).toBeInTheDocument();
  }
  expect(screen.getByLabelText(/^First name/)).toHaveFocus();
  expect(placeOrder).not.toHaveBeenCalled();
});

test.each([
  ['Email address', 'nobody', 'Enter an email address, such as name@example.com.'],
  ['Phone', 'call me', 'Enter a phone number, such as +1 212 555 0100.'],
])('a wrong %s is said after the field is left', async (label, text, sentence) => {
  const { user } = renderCheckout();
  await user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  await user.tab();
  expect(await screen.findByText(sentence)).toBeInTheDocument();
});

test('a placed order empties the cart and opens its page', async () => {
  const { user, store, placeOrder, location } = renderCheckout();
  await fillIn(user);
  await user.click(placeButton());
  await waitFor(() => expect(location()).toBe('/checkout/order-received/ORD-7K3F-9Q2M'));
  expect(placeOrder.mock.calls[0]?.[0]).toMatchObject({
    items: [{ product_id: 'ring-halo', variant_id: null, quantity: 1 }], payment_method: 'bank', expected_total: 320, billing: { firstName: 'Ada', country: 'US' },
  });
  expect(store.getState().cart.items).toEqual([]);
  expect(await screen.findByText('ORD-7K3F-9Q2M')).toBeInTheDocument();
  expect(sessionStorage.getItem('shop.checkout')).toBeNull();
});

test('a double press orders once', async () => {
  const { user, placeOrder } = renderCheckout(() => new Promise(() => undefined));
  await fillIn(user);
  await user.dblClick(placeButton());
  expect(placeOrder).toHaveBeenCalledTimes(1);
});

test('a lost answer is asked for again under the same key', async () => {
  let calls = 0;
  const { user, placeOrder, location } = renderCheckout(() => Promise.resolve((calls += 1) === 1 ? fail('The shop cannot be reached.', { status: 0 }) : succeed(anOrder())));
  await fillIn(user);
  await user.click(placeButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('The shop cannot be reached.');
  await user.click(placeButton());
  await waitFor(() => expect(location()).toContain('/order-received/'));
  expect(placeOrder.mock.calls[1]?.[1]).toBe(placeOrder.mock.calls[0]?.[1]);
});

test('a changed order has a new key', async () => {
  const { user, placeOrder } = renderCheckout(() => Promise.resolve(fail('Not now')));
  await fillIn(user);
  await user.click(placeButton());
  await screen.findByRole('alert');
  await user.click(screen.getByLabelText('Cash on delivery'));
  await user.click(placeButton());
  await waitFor(() => expect(placeOrder).toHaveBeenCalledTimes(2));
  expect(placeOrder.mock.calls[1]?.[1]).not.toBe(placeOrder.mock.calls[0]?.[1]);
});

test('changed prices are shown in the cart, and placing again goes on with them', async () => {
  const body = { status: false, code: 'TOTAL_CHANGED', message: 'Prices have changed.', cart: { total: 330, lines: [{ product_id: 'ring-halo', variant_id: null, name: 'Halo Diamond Ring', image: '', unit_price: 330, quantity: 1, available: 5 }] } };
  let calls = 0;
  const { user, placeOrder } = renderCheckout(() => Promise.resolve((calls += 1) === 1 ? fail('Prices have changed.', { status: 409, body }) : succeed(anOrder())));
  await fillIn(user);
  await user.click(placeButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('Prices have changed. Your cart now shows what you would get.');
  expect(screen.getAllByText('$330.00').length).toBeGreaterThan(0);
  await user.click(placeButton());
  await waitFor(() => expect(placeOrder.mock.calls[1]?.[0]).toMatchObject({ expected_total: 330 }));
});

test("the server's sentence stands by its field", async () => {
  const { user } = renderCheckout(() => Promise.resolve(fail('Please check the marked fields.', { status: 422, fields: { 'billing.zipCode': 'Enter a ZIP code of New York.' } })));
  await fillIn(user);
  await user.click(placeButton());
  expect(await screen.findByText('Enter a ZIP code of New York.')).toBeInTheDocument();
  expect(screen.getByLabelText(/^ZIP Code/)).toBeInvalid();
});

test('what was typed survives a reload', async () => {
  const { user } = renderCheckout();
  await user.type(await screen.findByLabelText(/^First name/), 'Ada');
  expect(JSON.parse(sessionStorage.getItem('shop.checkout') ?? '{}')).toMatchObject({ owner: null, billing: { firstName: 'Ada' } });
});
