import { checkCart, placeOrder } from '@shop/contracts';
import { cartRestored, type ShopStore } from '@shop/shared/state';
import { aCartItem, createContractServices, describeRemoteContract, renderRemote } from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import description from '../remote.json';
import { remote } from './remote';

const twoRings = (store: ShopStore) => store.dispatch(cartRestored([aCartItem({ quantity: 2 })]));
const nothing = (store: ShopStore) => store.dispatch(cartRestored([]));

describeRemoteContract(remote, {
  load: () => import('./remote'),
  mounts: description.mounts,
  routeIds: ['cart', 'checkout'],
  slices: ['checkout', 'food', 'orderReceived'],
  widgets: { CartDrawer: [{ open: false }, { open: true }] },
  routes: [
    { at: '/cart', when: 'with two rings in the cart', given: twoRings },
    { at: '/cart', when: 'with an empty cart', given: nothing },
    { at: '/checkout', when: 'with two rings in the cart', given: twoRings },
    { at: '/checkout', signedIn: true, when: 'with two rings in the cart', given: twoRings },
    { at: '/checkout', when: 'with an empty cart', given: nothing },
    { at: '/checkout/order-received/ORD-7K3F-9Q2M' },
    { at: '/checkout/order-received/ORD-7K3F-9Q2M', signedIn: true },
  ],
});

test('places an order with calls that match the API contract', async () => {
  const services = createContractServices();
  const { user, store, location } = renderRemote(remote, { at: '/checkout', services, given: twoRings });
  const texts = {
    'First name': ' Ada ',
    'Last name': 'Lovelace',
    'Street address': '12 Analytical Row',
    'Town / City': 'New York',
    'ZIP Code': '10001',
    Phone: '+1 212 555 0100',
    'Email address': 'ada@example.com',
  };
  for (const [label, text] of Object.entries(texts))
    await user.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  await user.selectOptions(screen.getByLabelText(/^State/), 'New York');
  await user.click(screen.getByLabelText('Cash on delivery'));
  await user.click(screen.getByLabelText(/I have read and agree/));
  await user.click(screen.getByRole('button', { name: 'Place order' }));

  await waitFor(() => expect(location()).toBe('/checkout/order-received/ORD-7K3F-9Q2M'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you, Ada' })).toBeInTheDocument();
  expect(store.getState().cart.items).toEqual([]);
  const items = [{ product_id: 'ring-halo', variant_id: null, quantity: 2 }];
  expect(services.listCalls(checkCart)).toEqual([{ body: { items, coupon_code: null } }]);
  expect(services.listCalls(placeOrder)).toEqual([
    {
      body: {
        items,
        payment_method: 'cash',
        expected_total: 640,
        billing: {
          firstName: 'Ada',
          lastName: 'Lovelace',
          companyName: '',
          country: 'US',
          streetAddress: '12 Analytical Row',
          apartment: '',
          townCity: 'New York',
          state: 'NY',
          zipCode: '10001',
          phone: '+1 212 555 0100',
          email: 'ada@example.com',
          orderNotes: '',
        },
      },
    },
  ]);
  await waitFor(() => expect(services.pending()).toBe(0));
  expect(services.calls.map(({ name }) => name).sort()).toEqual([
    'GET /orders/:number',
    'GET /payment-methods',
    'POST /cart/check',
    'POST /orders',
  ]);
  // Sixteen to 64 letters, digits, - or _ (contracts/constants.ts): a lost answer can be asked for again.
  expect(services.calls.find(({ name }) => name === 'POST /orders')?.headers).toEqual({
    'idempotency-key': expect.stringMatching(/^[\w-]{16,64}$/),
  });
});
