import { anOrder, renderRemote } from '@shop/shared/testing';
import { screen } from '@testing-library/react';
import { remote } from '../../remote';
import { OrderDetails } from './OrderDetails';

test("an order's page has its notes and both addresses (product 5.16)", async () => {
  const order = anOrder({ notes: ['The grading report 7 (GIA) of Halo Diamond Ring is in the parcel.'] });
  const route = { id: 'details', path: '/details', element: <OrderDetails order={order} /> };
  renderRemote({ ...remote, routes: [route] }, { at: '/details' });
  expect(await screen.findByText(order.notes?.[0] ?? '')).toBeInTheDocument();
  for (const name of ['Billing address', 'Shipping address'])
    expect(screen.getByRole('heading', { name }).nextElementSibling).toHaveTextContent(order.billing.streetAddress);
});
