import { listProducts } from '@shop/contracts';
import {
  cartItemAdded,
  cartRestored,
  selectCartItems,
  selectNotices,
  storefrontEntered,
  type CartItem,
} from '@shop/shared/state';
import { aCartItem, aProduct, aProductPage, createFakeServices, renderRemote, respondTo } from '@shop/shared/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { remote } from '../../remote';

const carrots = aProduct({ id: 'carrots', store: 'organic-store', name: 'Carrots', price: 2.4, stock: 3 });
const potatoes = aProduct({
  id: 'potatoes',
  store: 'organic-store',
  name: 'Potatoes',
  price: 1.3,
  priceFrom: true,
  measure: { stepGrams: 500 },
});
const aLine = (overrides: Partial<CartItem>): CartItem =>
  aCartItem({ id: 'carrots', productId: 'carrots', name: 'Carrots', price: 2.4, ...overrides });
const loose = aLine({
  id: 'potatoes:loose',
  productId: 'potatoes',
  variantId: 'loose',
  name: 'Potatoes, Loose',
  measure: { stepGrams: 500 },
});

const renderCards = (
  products = [carrots, potatoes],
  lines: readonly CartItem[] = [],
  storefront: 'organic' | 'jewellery' = 'organic',
) =>
  renderRemote(remote, {
    at: '/products',
    services: createFakeServices([respondTo(listProducts, () => ({ data: aProductPage(products) }))]),
    given: (store) => {
      store.dispatch(storefrontEntered(storefront));
      store.dispatch(cartRestored(lines));
    },
  });
const card = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('article') as HTMLElement);
const stepperOf = async (name: string) => within(await screen.findByRole('group', { name: `Quantity of ${name}` }));

test('the button becomes a stepper with the focus once the cart has the product (product 4.15)', async () => {
  const { user, store } = renderCards();
  await user.click(await screen.findByRole('button', { name: 'Add to cart: Carrots' }));
  const stepper = await stepperOf('Carrots');
  const more = stepper.getByRole('button', { name: 'Increase quantity of Carrots' });
  await waitFor(() => expect(more).toHaveFocus());
  expect(screen.queryByRole('button', { name: /(Add to cart|Added): Carrots/ })).not.toBeInTheDocument();
  await user.keyboard('{Enter}{Enter}');
  expect(stepper.getByRole('status')).toHaveTextContent('3');
  expect(more).toBeDisabled();
  expect(selectCartItems(store.getState())).toMatchObject([{ id: 'carrots', quantity: 3 }]);
});

test('minus at 1 removes the product, says so, and leaves the focus on the button (product 4.15)', async () => {
  const { user, store } = renderCards([carrots], [aLine({ quantity: 1 })]);
  await user.click((await stepperOf('Carrots')).getByRole('button', { name: 'Decrease quantity of Carrots' }));
  expect(await screen.findByRole('button', { name: 'Add to cart: Carrots' })).toHaveFocus();
  expect(selectCartItems(store.getState())).toEqual([]);
  expect(selectNotices(store.getState())).toMatchObject([{ text: 'Carrots removed from your cart' }]);
});

test('a weight is stepped as on its page, and another tab is followed (product 4.15, 5.17)', async () => {
  const { store } = renderCards([carrots, potatoes], [{ ...loose, quantity: 3 }]);
  const stepper = await stepperOf('Potatoes, Loose');
  expect(stepper.getByRole('status')).toHaveTextContent('1.5 kg');
  expect(document.body).toHaveFocus();
  act(() => void store.dispatch(cartRestored([{ ...loose, quantity: 4 }])));
  expect(stepper.getByRole('status')).toHaveTextContent('2 kg');
  act(() => void store.dispatch(cartRestored([])));
  expect((await card('Potatoes')).getByRole('link', { name: 'Select options: Potatoes' })).toBeInTheDocument();
});

test('with two lines of a product its card leads to the options', async () => {
  const { store } = renderCards([potatoes], [loose]);
  await stepperOf('Potatoes, Loose');
  act(() => void store.dispatch(cartItemAdded(aLine({ id: 'potatoes:bag', productId: 'potatoes', variantId: 'bag' }))));
  expect((await card('Potatoes')).getByRole('link', { name: 'Select options: Potatoes' })).toBeInTheDocument();
});

test('the other storefront keeps its buttons', async () => {
  const { user } = renderCards([carrots], [], 'jewellery');
  await user.click(await screen.findByRole('button', { name: 'Add to cart: Carrots' }));
  expect(await screen.findByRole('button', { name: 'Added: Carrots' })).toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'Quantity of Carrots' })).not.toBeInTheDocument();
});

test('a card shows how long its product keeps, beside at most one other badge (product 5.18)', async () => {
  const keeps = { freshnessDays: 6 };
  renderCards([
    { ...carrots, ...keeps },
    { ...potatoes, ...keeps, offer: 20, originalPrice: 2 },
    { ...carrots, ...keeps, id: 'three', name: 'Three', offer: 20, popular: true },
    { ...carrots, id: 'tea', name: 'Tea', freshnessDays: 540 },
  ]);
  expect((await card('Carrots')).getByText('6 days fresh')).toBeInTheDocument();
  expect((await card('Potatoes')).getByText('6 days fresh')).toBeInTheDocument();
  for (const name of ['Three', 'Tea']) expect((await card(name)).queryByText(/fresh/)).not.toBeInTheDocument();
});

test('a card has its price per kilogram in a storefront that sells by weight (product 4.14)', async () => {
  renderCards([potatoes]);
  expect((await card('Potatoes')).getByText('$2.60 per kg ($1.18 per lb)')).toBeInTheDocument();
});
