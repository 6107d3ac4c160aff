import { aCartItem, createFakeServices } from '@shop/shared/testing';
import { cartRestored, createShopStore } from '@shop/shared/state';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { CartDrawer } from './CartDrawer';

const renderDrawer = () => {
  const store = createShopStore({ services: createFakeServices() });
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

test.each(['Checkout', 'View cart', 'Halo Diamond Ring'])('following the link %s closes the drawer', async (name) => {
  const { onClose } = renderDrawer();
  await userEvent.click(screen.getByRole('link', { name }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('removing the last line item shows the empty cart', async () => {
  renderDrawer();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Halo Diamond Ring' }));
  expect(screen.getByText('Your Cart is Empty')).toBeInTheDocument();
});
