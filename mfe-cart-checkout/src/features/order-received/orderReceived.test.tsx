import type { OrderLine } from '@shop/contracts';
import { anOrder, fail, createFakeServices, renderRemote, succeed } from '@shop/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { leaveShop } from '../../parts/leaveShop';
import { remote } from '../../remote';

jest.mock('../../parts/leaveShop');

const renderOrder = (order: () => ReturnType<typeof succeed<ReturnType<typeof anOrder>>>) =>
  renderRemote(remote, {
    at: '/checkout/order-received/ORD-7K3F-9Q2M',
    services: createFakeServices({ checkout: { order: () => Promise.resolve(order()) } }),
  });

test('shows the order with number, line items, address and next steps (product 7.6, 7.7)', async () => {
  renderOrder(() => succeed(anOrder()));
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
  renderOrder(() => succeed(anOrder({ notes: [note] })));
  expect(await screen.findByText(note)).toBeInTheDocument();
});

test('pieces of one product that are engraved differently are lines of their own', async () => {
  const logged = jest.spyOn(console, 'error');
  const [line] = anOrder().lines;
  const lines = ['Always', 'Forever'].map((text) => ({ ...(line as OrderLine), name: `Ring, engraved “${text}”` }));
  renderOrder(() => succeed(anOrder({ lines })));
  expect(await screen.findByText('Ring, engraved “Forever”')).toBeInTheDocument();
  expect(logged).not.toHaveBeenCalledWith(expect.stringContaining('same key'), expect.anything());
  logged.mockRestore();
});

test('an order of another customer is not found', async () => {
  renderOrder(() => fail('Order not found', { status: 404 }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Order not found' })).toBeInTheDocument();
});

test('a failure can be retried', async () => {
  let calls = 0;
  const { user } = renderOrder(() => ((calls += 1) === 1 ? fail('Closed today') : succeed(anOrder())));
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
    succeed(
      anOrder({
        shipping_address: shipping,
        discount: 32,
        total: 288,
        coupon_code: 'TENTH',
        display_currency: 'GBP',
        exchange_rate: 0.5,
      }),
    ),
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
  const { user } = renderRemote(remote, {
    at: '/checkout/order-received/ORD-7K3F-9Q2M',
    services: createFakeServices({
      checkout: {
        order: async () => succeed(waiting),
        startPayment: async () => succeed('https://pay.example/session'),
      },
    }),
  });
  expect(await screen.findByText('We are waiting for your payment')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Pay now' }));
  expect(leaveShop).toHaveBeenCalledWith('https://pay.example/session');
});

test('a guest can keep the order in an account with a password alone, and enters the mailed code next (product 7.11)', async () => {
  const register = jest
    .fn()
    .mockResolvedValueOnce(fail('Common', { status: 422, fields: { password: 'This is a common password.' } }))
    .mockResolvedValueOnce(succeed({ status: true, message: '', user_id: 'challenge' }));
  const { user, location } = renderRemote(remote, {
    at: '/checkout/order-received/ORD-7K3F-9Q2M',
    services: createFakeServices({
      checkout: { order: async () => succeed(anOrder()) },
      api: { '/register': register },
    }),
  });
  const offer = within(await screen.findByRole('region', { name: 'Keep this order in an account' }));
  await user.click(offer.getByRole('button', { name: 'Create account' }));
  expect(register).not.toHaveBeenCalled();
  await user.type(offer.getByLabelText(/^Password/), 'four words of mine');
  await user.click(offer.getByRole('button', { name: 'Create account' }));
  expect(await offer.findByText('This is a common password.')).toBeInTheDocument();
  await user.click(offer.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(location()).toBe('/auth/verify-otp'));
  expect(register.mock.lastCall?.[0]).toMatchObject({
    body: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+1 212 555 0100',
      password: 'four words of mine',
    },
  });
});

test('a guest whose first and last name are longer than the name of an account can keep the order, too', async () => {
  const register = jest.fn(async () => succeed({ status: true, message: '', user_id: 'challenge' }));
  const { billing } = anOrder();
  const { user } = renderRemote(remote, {
    at: '/checkout/order-received/ORD-7K3F-9Q2M',
    services: createFakeServices({
      checkout: {
        order: async () =>
          succeed(anOrder({ billing: { ...billing, firstName: 'A'.repeat(60), lastName: 'L'.repeat(80) } })),
      },
      api: { '/register': register },
    }),
  });
  await user.type(await screen.findByLabelText(/^Password/), 'four words of mine');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() =>
    expect(register).toHaveBeenCalledWith({ body: expect.objectContaining({ name: 'A'.repeat(60) }) }),
  );
});

test('a declined payment is said, and can be tried again (product 7.10)', async () => {
  renderOrder(() => succeed({ ...waiting, payment_declined: true }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Nothing was charged\./);
  expect(screen.getByRole('heading', { level: 1, name: 'Your payment was declined' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('a canceled order is not thanked for', async () => {
  renderOrder(() => succeed(anOrder({ status: 'canceled' })));
  expect(await screen.findByRole('heading', { level: 1, name: 'This order is canceled' })).toBeInTheDocument();
  expect(screen.getByText('Nothing will be sent.')).toBeInTheDocument();
});

test('shows a late payment without a reload, and ignores failed polls', async () => {
  jest.useFakeTimers();
  const answers = [
    succeed(waiting),
    fail('Closed today'),
    succeed(anOrder({ payment_method: 'global', status: 'processing', payment_instructions: '' })),
  ];
  let calls = 0;
  renderOrder(() => answers[Math.min((calls += 1), answers.length) - 1] ?? fail('No more answers'));
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
  const openGuestOrder = jest
    .fn()
    .mockResolvedValueOnce(
      fail('No order', { status: 404, fields: { email: 'No order has this number and email address.' } }),
    )
    .mockResolvedValue(succeed(anOrder()));
  const { user } = renderRemote(remote, {
    at: '/checkout/order-received/ORD-7K3F-9Q2M',
    services: createFakeServices({
      checkout: { order: async () => fail('Order not found', { status: 404 }), openGuestOrder },
    }),
  });
  const email = await screen.findByLabelText(/Email address of the order/);
  await user.type(email, 'eve@example.com{Enter}');
  expect(await screen.findByText('No order has this number and email address.')).toBeInTheDocument();
  await user.clear(email);
  await user.type(email, ' ada@example.com{Enter}');
  expect(await screen.findByRole('heading', { name: 'Thank you, Ada' })).toBeInTheDocument();
  expect(openGuestOrder).toHaveBeenLastCalledWith('ORD-7K3F-9Q2M', { email: 'ada@example.com' });
});

test("the link in a guest's mail confirms the order in the browser that placed it, too (product 7.19)", async () => {
  const confirmed = anOrder({ payment_method: 'cash', payment_instructions: 'Please pay in cash.' });
  const openGuestOrder = jest.fn().mockResolvedValue(succeed(confirmed));
  const path = '/checkout/order-received/ORD-7K3F-9Q2M';
  window.history.replaceState(null, '', `${path}#key=secret`);
  renderRemote(remote, {
    at: `${path}#key=secret`,
    services: createFakeServices({
      checkout: {
        order: async () => succeed({ ...confirmed, payment_instructions: 'Open the link in its email.' }),
        openGuestOrder,
      },
    }),
  });
  expect(await screen.findByText('Please pay in cash.')).toBeInTheDocument();
  expect(screen.queryByText('Open the link in its email.')).toBeNull();
  expect(openGuestOrder.mock.calls).toEqual([['ORD-7K3F-9Q2M', { link_key: 'secret' }]]);
  expect(window.location.hash).toBe('');
});

test("the link in a guest's mail opens the order without a question, and leaves the address (product 7.8)", async () => {
  const openGuestOrder = jest.fn().mockResolvedValue(succeed(anOrder()));
  const path = '/checkout/order-received/ORD-7K3F-9Q2M';
  window.history.replaceState(null, '', `${path}#key=secret`);
  renderRemote(remote, {
    at: `${path}#key=secret`,
    services: createFakeServices({
      checkout: { order: async () => fail('Order not found', { status: 404 }), openGuestOrder },
    }),
  });
  expect(await screen.findByRole('heading', { name: 'Thank you, Ada' })).toBeInTheDocument();
  expect(openGuestOrder.mock.calls).toEqual([['ORD-7K3F-9Q2M', { link_key: 'secret' }]]);
  expect(window.location.pathname + window.location.hash).toBe(path);
});
