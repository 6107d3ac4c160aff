import { getOrder, openGuestOrder, register, startPayment, type Order, type OrderLine } from '@shop/contracts';
import {
  anOrder,
  createFakeServices,
  refuse,
  renderRemote,
  respondTo,
  type ContractAnswer,
} from '@shop/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { leaveShop } from '../../parts/leaveShop';
import { remote } from '../../remote';

jest.mock('../../parts/leaveShop');

const NUMBER = 'ORD-7K3F-9Q2M';

const renderOrder = (order: () => Order, others: readonly ContractAnswer[] = [], hash = '') => {
  const services = createFakeServices([respondTo(getOrder, () => ({ order: order() })), ...others]);
  const path = `/checkout/order-received/${NUMBER}${hash}`;
  return { services, ...renderRemote(remote, { at: path, services }) };
};
const refuseUnknown = (): never => refuse('Order not found', { status: 404 });

test('shows the order with number, line items, address and next steps (product 7.6, 7.7)', async () => {
  renderOrder(() => anOrder());
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you, Ada' })).toBeInTheDocument();
  expect(screen.getByText('ORD-7K3F-9Q2M')).toBeInTheDocument();
  const lines = within(screen.getByRole('region', { name: 'Your order' }));
  expect(lines.getByText('Halo Diamond Ring')).toBeInTheDocument();
  expect(lines.getAllByText('$320.00')).toHaveLength(3);
  expect(screen.getByText('Please transfer the total.')).toBeInTheDocument();
  expect(screen.getByText(/12 Analytical Row/)).toBeInTheDocument();
});

test('the receipt has the notes of the order (product 5.16)', async () => {
  const note = 'The grading report 7 (GIA) of Halo Diamond Ring is in the parcel.';
  renderOrder(() => anOrder({ notes: [note] }));
  expect(await screen.findByText(note)).toBeInTheDocument();
});

test('pieces of one product that are engraved differently are lines of their own', async () => {
  const logged = jest.spyOn(console, 'error');
  const [line] = anOrder().lines;
  const lines = ['Always', 'Forever'].map((text) => ({ ...(line as OrderLine), name: `Ring, engraved “${text}”` }));
  renderOrder(() => anOrder({ lines }));
  expect(await screen.findByText('Ring, engraved “Forever”')).toBeInTheDocument();
  expect(logged).not.toHaveBeenCalledWith(expect.stringContaining('same key'), expect.anything());
  logged.mockRestore();
});

test('an order of another customer is not found', async () => {
  renderOrder(refuseUnknown);
  expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeInTheDocument();
});

test('a failure can be retried', async () => {
  let calls = 0;
  const { user } = renderOrder(() => ((calls += 1) === 1 ? refuse('Closed today') : anOrder()));
  expect(await screen.findByRole('alert')).toHaveTextContent('Closed today');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('ORD-7K3F-9Q2M')).toBeInTheDocument();
});

const waiting = anOrder({
  payable: true,
  payment_method: 'global',
  status: 'pending-payment',
  payment_instructions: 'We pack your order as soon as it is paid.',
});

test.each([
  ['Card, Apple Pay, Google Pay', { payment_label: 'Card, Apple Pay, Google Pay' }],
  ['Global payment', {}],
])('an order that is paid online says "%s", as the checkout did (product 16.41)', async (label, named) => {
  renderOrder(() => anOrder({ payment_method: 'global', ...named }));
  expect((await screen.findByText('Payment')).nextElementSibling).toHaveTextContent(label);
});

test('shows discount, currency and shipping address of the order', async () => {
  const { shipping_address: shipping } = anOrder({
    shipping_address: {
      firstName: 'Grace',
      lastName: 'Hopper',
      companyName: '',
      country: 'CA',
      streetAddress: '1 Pier Road',
      apartment: '',
      townCity: 'Halifax',
      state: 'NS',
      zipCode: 'B3H 1A1',
      phone: '+1 902 555 0100',
    },
  });
  renderOrder(() =>
    anOrder({
      shipping_address: shipping,
      discount: 32,
      total: 288,
      coupon_code: 'TENTH',
      display_currency: 'GBP',
      exchange_rate: 0.5,
    }),
  );
  const order = within(await screen.findByRole('region', { name: 'Your order' }));
  expect(order.getByText('TENTH')).toBeInTheDocument();
  expect(order.getByText('−£16.00')).toBeInTheDocument();
  expect(order.getByText('£144.00')).toBeInTheDocument();
  expect(order.getByText('Charged in US dollars: $288.00.')).toBeInTheDocument();
  expect(screen.getByText(/1 Pier Road/)).toBeInTheDocument();
  expect(screen.queryByText(/12 Analytical Row/)).not.toBeInTheDocument();
});

test('an order that waits for payment can be paid here', async () => {
  const { user } = renderOrder(
    () => waiting,
    [respondTo(startPayment, () => ({ url: 'https://pay.example/session' }))],
  );
  expect(await screen.findByText('We are waiting for your payment')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Pay now' }));
  await waitFor(() => expect(leaveShop).toHaveBeenCalledWith('https://pay.example/session'));
});

test('a guest can keep the order in an account with a password alone, and enters the mailed code next (product 7.11)', async () => {
  let calls = 0;
  const { user, location, services } = renderOrder(anOrder, [
    respondTo(register, () =>
      (calls += 1) === 1
        ? refuse('Common', { status: 422, fields: { password: 'This is a common password.' } })
        : { user_id: 'challenge', code_sent: true, next_code_s: 60 },
    ),
  ]);
  const offer = within(await screen.findByRole('region', { name: 'Create an account to track this order' }));
  await user.click(offer.getByRole('button', { name: 'Create account' }));
  expect(services.listCalls(register)).toEqual([]);
  await user.type(offer.getByLabelText(/^Password/), 'four words of mine');
  await user.click(offer.getByRole('button', { name: 'Create account' }));
  expect(await offer.findByText('This is a common password.')).toBeInTheDocument();
  await user.click(offer.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(location()).toBe('/auth/verify-otp'));
  expect(services.listCalls(register).at(-1)).toMatchObject({
    body: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+1 212 555 0100',
      password: 'four words of mine',
    },
  });
});

test('a guest whose first and last name are longer than the name of an account can keep the order, too', async () => {
  const { billing } = anOrder();
  const { user, services } = renderOrder(
    () => anOrder({ billing: { ...billing, firstName: 'A'.repeat(60), lastName: 'L'.repeat(80) } }),
    [respondTo(register, () => ({ user_id: 'challenge', code_sent: true, next_code_s: 60 }))],
  );
  await user.type(await screen.findByLabelText(/^Password/), 'four words of mine');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(services.listCalls(register)).toMatchObject([{ body: { name: 'A'.repeat(60) } }]));
});

test('a declined payment is said, and can be tried again (product 7.10)', async () => {
  renderOrder(() => ({ ...waiting, payment_declined: true }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Nothing was charged\./);
  expect(screen.getByRole('heading', { level: 1, name: 'Your payment was declined' })).toBeInTheDocument();
  // The only filled button.
  expect([...document.querySelectorAll('.primary')]).toEqual([screen.getByRole('button', { name: 'Try again' })]);
});

test('a canceled order is not thanked for', async () => {
  renderOrder(() => anOrder({ status: 'canceled' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'This order is canceled' })).toBeInTheDocument();
  expect(screen.getByText('Nothing will be sent.')).toBeInTheDocument();
});

test('shows a late payment without a reload, and ignores failed polls', async () => {
  jest.useFakeTimers();
  const paid = anOrder({ payment_method: 'global', status: 'processing', payment_instructions: '' });
  let calls = 0;
  renderOrder(() => {
    calls += 1;
    if (calls === 2) refuse('Closed today');
    return calls === 1 ? waiting : paid;
  });
  await act(() => jest.advanceTimersByTimeAsync(100));
  expect(screen.getByText('We are waiting for your payment')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText('We are waiting for your payment')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText('Payment received.')).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(calls).toBe(3);
  jest.useRealTimers();
});

test('a guest can open the order in another browser with its email address; the field reports a wrong one (product 7.8)', async () => {
  const fields = { email: 'No order has this number and email address.' };
  const { user, services } = renderOrder(refuseUnknown, [
    respondTo(openGuestOrder, ({ body: { email } }) =>
      email === 'ada@example.com' ? { order: anOrder() } : refuse('No order', { status: 404, fields }),
    ),
  ]);
  const email = await screen.findByLabelText(/Email address of the order/);
  await user.type(email, 'eve@example.com{Enter}');
  expect(await screen.findByText('No order has this number and email address.')).toBeInTheDocument();
  await user.clear(email);
  await user.type(email, ' ada@example.com{Enter}');
  expect(await screen.findByRole('heading', { name: 'Thank you, Ada' })).toBeInTheDocument();
  expect(services.listCalls(openGuestOrder).at(-1)).toEqual({
    params: { number: NUMBER },
    body: { email: 'ada@example.com' },
  });
});

test("the link in a guest's mail confirms the order in the browser that placed it, too (product 7.19)", async () => {
  const confirmed = anOrder({ payment_method: 'cash', payment_instructions: 'Please pay in cash.' });
  window.history.replaceState(null, '', `/checkout/order-received/${NUMBER}#key=secret`);
  const { services } = renderOrder(
    () => ({ ...confirmed, payment_instructions: 'Open the link in its email.' }),
    [respondTo(openGuestOrder, () => ({ order: confirmed }))],
    '#key=secret',
  );
  expect(await screen.findByText('Please pay in cash.')).toBeInTheDocument();
  expect(screen.queryByText('Open the link in its email.')).toBeNull();
  expect(services.listCalls(openGuestOrder)).toEqual([{ params: { number: NUMBER }, body: { link_key: 'secret' } }]);
  expect(window.location.hash).toBe('');
});

test("the link in a guest's mail opens the order without a question, and leaves the address (product 7.8)", async () => {
  const path = `/checkout/order-received/${NUMBER}`;
  window.history.replaceState(null, '', `${path}#key=secret`);
  const { services } = renderOrder(
    refuseUnknown,
    [respondTo(openGuestOrder, () => ({ order: anOrder() }))],
    '#key=secret',
  );
  expect(await screen.findByRole('heading', { name: 'Thank you, Ada' })).toBeInTheDocument();
  expect(services.listCalls(openGuestOrder)).toEqual([{ params: { number: NUMBER }, body: { link_key: 'secret' } }]);
  expect(window.location.pathname + window.location.hash).toBe(path);
});
