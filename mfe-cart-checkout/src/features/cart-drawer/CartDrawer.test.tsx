import { checkCart, type CartFood } from '@shop/contracts';
import { aPricedCart } from '@shop/contracts/answers/builders';
import { aCartItem, createFakeServices, respondTo } from '@shop/shared/testing';
import { cartPriced, cartRestored, createShopStore } from '@shop/shared/state';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { foodSlice } from '../../parts/foodSlice';
import { CartDrawer } from './CartDrawer';

const renderDrawer = () => {
  // The server has not said yet what has changed.
  const services = createFakeServices([respondTo(checkCart, () => new Promise(() => undefined))]);
  const store = createShopStore({ services });
  store.injectSlices([foodSlice], 'mfe-cart-checkout');
  store.dispatch(cartRestored([aCartItem()]));
  const onClose = jest.fn();
  render(
    <Provider store={store}>
      <MemoryRouter>
        <CartDrawer open onClose={onClose} />
      </MemoryRouter>
    </Provider>,
  );
  return { onClose, store };
};

test.each(['Checkout', 'View cart', 'Halo Diamond Ring'])(
  'following the link %s closes the drawer (product 6.3)',
  async (name) => {
    const { onClose } = renderDrawer();
    await userEvent.click(screen.getByRole('link', { name }));
    expect(onClose).toHaveBeenCalledTimes(1);
  },
);

test('the drawer lists the line items with their total, and links to cart and checkout (product 6.11)', () => {
  renderDrawer();
  const drawer = within(screen.getByRole('dialog', { name: /^Your cart/ }));
  expect(drawer.getByRole('listitem')).toHaveTextContent('Halo Diamond Ring');
  expect(drawer.getAllByText('$320.00').length).toBeGreaterThan(0);
  expect(drawer.getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart');
  expect(drawer.getByRole('link', { name: 'Checkout' })).toHaveAttribute('href', '/checkout');
});

test('removing the last line item shows the empty cart', async () => {
  renderDrawer();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Halo Diamond Ring' }));
  expect(screen.getByText('Your Cart is Empty')).toBeInTheDocument();
});

test('the drawer says when a carrier brings what a van does not (product 5.21)', async () => {
  const { store } = renderDrawer();
  expect(screen.queryByText(/^Arrives/)).toBeNull();
  const price = (food: CartFood | null) =>
    act(() => store.dispatch(cartPriced({ ...aPricedCart([{ product_id: 'ring-halo' }]), food })));
  await price(null);
  expect(screen.getByText(/^Arrives \w{3}, \w{3} \d+ to \w{3}, \w{3} \d+ in the US$/)).toBeVisible();
  await price({ product_ids: ['ring-halo'], minimum: 10, missing: 0 });
  expect(screen.queryByText(/Arrives/)).toBeNull();
});
