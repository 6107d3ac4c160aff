import { aCartItem, renderRemote } from '@shop/shared/testing';
import { cartRestored, type CartItem } from '@shop/shared/state';
import { act, screen, within } from '@testing-library/react';
import { remote } from '../../remote';

const renderCart = (items: readonly CartItem[] | undefined, at: string | readonly string[] = '/cart') =>
  renderRemote(remote, { at, given: (store) => items && store.dispatch(cartRestored(items)) });

test('an empty cart says so in the specified words', async () => {
  renderCart([]);
  expect(await screen.findByRole('heading', { name: 'Your Cart is Empty' })).toBeInTheDocument();
  expect(screen.getByText('Add some products to your cart to see them here.')).toBeInTheDocument();
});

test('until the kept cart is known the page says neither full nor empty', async () => {
  renderCart(undefined);
  expect(await screen.findByRole('heading', { level: 1, name: 'Cart' })).toBeInTheDocument();
  expect(screen.queryByText('Your Cart is Empty')).not.toBeInTheDocument();
});

test('a full cart shows its lines and totals', async () => {
  renderCart([aCartItem({ quantity: 2 }), aCartItem({ id: 'hoops', productId: 'hoops', name: 'Hoops', price: 67.5 })]);
  const row = within(await screen.findByRole('row', { name: /Halo Diamond Ring/ }));
  expect(row.getByText('$640.00')).toBeInTheDocument();
  const totals = within(screen.getByRole('region', { name: 'CART TOTALS' }));
  expect(totals.getByText('3')).toBeInTheDocument();
  expect(totals.getAllByText('$707.50')).toHaveLength(2);
  expect(totals.getByText('Free')).toBeInTheDocument();
  expect(totals.getByRole('link', { name: 'Proceed to Checkout' })).toHaveAttribute('href', '/checkout');
});

test('plus adds one, minus at one removes the line', async () => {
  const { user, store } = renderCart([aCartItem()]);
  await user.click(await screen.findByRole('button', { name: 'One Halo Diamond Ring more' }));
  expect(store.getState().cart.itemCount).toBe(2);
  await user.click(screen.getByRole('button', { name: 'One Halo Diamond Ring less' }));
  await user.click(screen.getByRole('button', { name: 'One Halo Diamond Ring less' }));
  expect(store.getState().cart.items).toEqual([]);
  expect(screen.getByText('Your Cart is Empty')).toBeInTheDocument();
});

test('a line can be removed', async () => {
  const { user, store } = renderCart([aCartItem(), aCartItem({ id: 'hoops', name: 'Hoops' })]);
  await user.click(await screen.findByRole('button', { name: 'Remove Hoops' }));
  expect(store.getState().cart.items.map(({ id }) => id)).toEqual(['ring-halo']);
});

test('clearing offers to take it back', async () => {
  const { user, store } = renderCart([aCartItem()]);
  await user.click(await screen.findByRole('button', { name: 'Clear Cart' }));
  expect(store.getState().cart.items).toEqual([]);
  const [notice] = store.getState().notices.items;
  act(() => void (notice?.undo && store.dispatch(notice.undo)));
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo' }]);
});
