import { checkCart, getOrder, listPaymentMethods, placeOrder } from '@shop/contracts';
import { addressesReceived, cartRestored, verifyOtp } from '@shop/shared/state';
import {
  aCartItem,
  anAddress,
  anOrder,
  aUser,
  createFakeServices,
  renderRemote,
  respondTo,
} from '@shop/shared/testing';
import { screen, waitFor } from '@testing-library/react';
import { remote } from '../../remote';

beforeEach(() => sessionStorage.clear());

const home = anAddress({ id: 'home', label: 'Home', default_billing: true });
const studio = anAddress({
  id: 'studio',
  label: 'Studio',
  streetAddress: '1 Pearl Street',
  townCity: 'Portland',
  state: 'Oregon',
  zipCode: '97205',
  default_billing: false,
  default_shipping: true,
});

const renderSignedIn = (addresses = [home, studio]) => {
  const services = createFakeServices([
    respondTo(checkCart, () => new Promise(() => undefined)),
    respondTo(placeOrder, () => ({ order: anOrder() })),
    respondTo(listPaymentMethods, () => ({ data: [{ method: 'bank' as const, available: true }] })),
    respondTo(getOrder, () => ({ order: anOrder() })),
  ]);
  const rendered = renderRemote(remote, {
    at: '/checkout',
    services,
    given: (store) => {
      store.dispatch(cartRestored([aCartItem()]));
      store.dispatch(
        verifyOtp.fulfilled({ message: '', token: 'token', user: aUser() }, '', { user_id: 'x', otp: '000000' }),
      );
      store.dispatch(addressesReceived(addresses));
    },
  });
  return { ...rendered, listPlaced: () => services.listCalls(placeOrder).map(({ body }) => body) };
};

test('fills in the default addresses and sends them with the order (product 1.6)', async () => {
  const { user, listPlaced } = renderSignedIn();
  expect(await screen.findByLabelText(/^Street address/)).toHaveValue(home.streetAddress);
  expect(screen.getByLabelText(/^Email address/)).toHaveValue('ada@example.com');
  expect(screen.getByLabelText('Bill to')).toHaveValue('home');
  expect(screen.getByLabelText('Ship to')).toHaveValue('studio');
  await user.click(screen.getByLabelText(/I have read and agree/));
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(listPlaced()).toHaveLength(1));
  expect(listPlaced()[0]).toMatchObject({
    billing: { streetAddress: home.streetAddress },
    shipping_address: { streetAddress: '1 Pearl Street', townCity: 'Portland' },
  });
  expect(listPlaced()[0]?.shipping_address).not.toHaveProperty('id');
});

test('another saved address, or shipping to the billing address, can be chosen', async () => {
  const { user, listPlaced } = renderSignedIn();
  await user.selectOptions(await screen.findByLabelText('Bill to'), 'studio');
  await user.selectOptions(screen.getByLabelText('Ship to'), '');
  expect(screen.getByLabelText(/^Town \/ City/)).toHaveValue('Portland');
  await user.click(screen.getByLabelText(/I have read and agree/));
  await user.click(screen.getByRole('button', { name: 'Place order' }));
  await waitFor(() => expect(listPlaced()).toHaveLength(1));
  expect(listPlaced()[0]?.shipping_address).toBeUndefined();
});

test('does not overwrite existing input', async () => {
  sessionStorage.setItem('shop.checkout', JSON.stringify({ owner: null, billing: { firstName: 'Grace' } }));
  renderSignedIn();
  expect(await screen.findByLabelText(/^First name/)).toHaveValue('Grace');
  expect(screen.getByLabelText(/^Street address/)).toHaveValue('');
});

test('does not show the input of another customer', async () => {
  sessionStorage.setItem('shop.checkout', JSON.stringify({ owner: 'somebody-else', billing: { firstName: 'Grace' } }));
  renderSignedIn([]);
  // What the account says instead.
  expect(await screen.findByLabelText(/^First name/)).toHaveValue('Ada');
  expect(screen.getByLabelText(/^Email/)).toHaveValue('ada@example.com');
  expect(sessionStorage.getItem('shop.checkout') ?? '').not.toContain('Grace');
});
