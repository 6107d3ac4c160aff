import { anOrder, fail, fakeServices, renderRemote, succeed } from '@shop/shared/testing';
import { screen } from '@testing-library/react';
import { remote } from '../../remote';

const renderOrder = (order: () => ReturnType<typeof succeed<ReturnType<typeof anOrder>>>) =>
  renderRemote(remote, { at: '/checkout/order-received/ORD-7K3F-9Q2M', services: fakeServices({ checkout: { order: () => Promise.resolve(order()) } }) });

test('the order is shown with its number, lines, address and what to do next', async () => {
  renderOrder(() => succeed(anOrder()));
  expect(await screen.findByRole('heading', { level: 1, name: 'Thank you, Ada' })).toBeInTheDocument();
  expect(screen.getByText('ORD-7K3F-9Q2M')).toBeInTheDocument();
  expect(screen.getByText('Halo Diamond Ring × 1')).toBeInTheDocument();
  expect(screen.getByText('Please transfer the total.')).toBeInTheDocument();
  expect(screen.getByText(/12 Analytical Row/)).toBeInTheDocument();
});

test("another shopper's order is not found", async () => {
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
