import { cancelOrder } from '@shop/contracts';
import { anOrder, createFakeServices, renderRemote, respondTo } from '@shop/shared/testing';
import { useAppSelector } from '@shop/shared/state';
import { screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';
import { OrderDetails } from './OrderDetails';
import { selectOrders } from './ordersSlice';

test("an order's page has its notes and both addresses (product 5.16)", async () => {
  const order = anOrder({ notes: ['The grading report 7 (GIA) of Halo Diamond Ring is in the parcel.'] });
  const route = { id: 'details', path: '/details', element: <OrderDetails order={order} /> };
  renderRemote({ ...remote, routes: [route] }, { at: '/details' });
  expect(await screen.findByText(order.notes?.[0] ?? '')).toBeInTheDocument();
  for (const name of ['Billing address', 'Shipping address'])
    expect(screen.getByRole('heading', { name }).nextElementSibling).toHaveTextContent(order.billing.streetAddress);
});

test.each([
  ['Card, Apple Pay, Google Pay', { payment_label: 'Card, Apple Pay, Google Pay' }],
  ['Global payment', {}],
])('an order that was paid online says "%s", as the checkout did (product 16.41)', async (label, named) => {
  const order = anOrder({ payment_method: 'global', ...named });
  const route = { id: 'details', path: '/details', element: <OrderDetails order={order} /> };
  renderRemote({ ...remote, routes: [route] }, { at: '/details' });
  expect((await screen.findByText('Payment')).nextElementSibling).toHaveTextContent(label);
});

test('a canceled order says so on top, where its page then has the focus (product 9.1)', async () => {
  const scrollTo = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  const order = anOrder({ cancelable: true });
  const canceled = anOrder({ status: 'canceled', cancelable: false });
  function Details() {
    return <OrderDetails order={useAppSelector(selectOrders).order ?? order} />;
  }
  const services = createFakeServices([respondTo(cancelOrder, () => ({ order: canceled }))]);
  const route = { id: 'details', path: '/details', element: <Details /> };
  const { user } = renderRemote({ ...remote, routes: [route] }, { at: '/details', services });
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }));
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel order' }));
  const state = await screen.findByText('This order is canceled. Nothing will be sent.');
  await waitFor(() => expect(document.activeElement).toContainElement(state));
  expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
});
