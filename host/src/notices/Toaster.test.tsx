import { createShopStore, notify } from '@shop/shared/state';
import { createFakeServices } from '@shop/shared/testing';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { Toaster } from './Toaster';

const findShown = (text: string): string | undefined =>
  screen.getByText(text).closest<HTMLElement>('[data-newest]')?.dataset['newest'];

test('the newest notice is marked, and the one before once it is dismissed; both are in live regions (product 12.5)', async () => {
  const store = createShopStore({ services: createFakeServices() });
  render(
    <Provider store={store}>
      <Toaster />
    </Provider>,
    { wrapper: MemoryRouter },
  );
  act(() => {
    store.dispatch(notify('The shop cannot be reached.', 'alert'));
    store.dispatch(notify('Your cart is up to date.'));
  });
  expect(within(screen.getByRole('alert')).getByText('The shop cannot be reached.')).toBeInTheDocument();
  expect(within(screen.getByRole('status')).getByText('Your cart is up to date.')).toBeInTheDocument();
  expect(findShown('Your cart is up to date.')).toBe('true');
  expect(findShown('The shop cannot be reached.')).toBe('false');
  await userEvent.click(within(screen.getByRole('status')).getByRole('button', { name: 'Dismiss' }));
  expect(findShown('The shop cannot be reached.')).toBe('true');
});
