import { aNewCartItem, renderRemote } from '@shop/shared/testing';
import { cartItemAdded, wishlistReceived, type WishlistItem } from '@shop/shared/state';
import { act, screen } from '@testing-library/react';
import { remote } from '../../remote';

const ring: WishlistItem = {
  id: 'ring-halo',
  name: 'Halo Diamond Ring',
  image: '',
  price: 320,
  category: 'Rings',
  rating: 4.8,
  priceFrom: false,
};
const renderWishlist = (items: readonly WishlistItem[]) =>
  renderRemote(remote, { at: '/wishlist', given: (store) => store.dispatch(wishlistReceived(items)) });

test('an empty wishlist explains how to fill it', async () => {
  renderWishlist([]);
  expect(await screen.findByText('Tap the heart to save a piece.')).toBeInTheDocument();
});

test('moving a product to the cart removes it from the list', async () => {
  const { user, store } = renderWishlist([ring]);
  await user.click(await screen.findByRole('button', { name: 'Move to cart: Halo Diamond Ring' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo', quantity: 1 }]);
  expect(store.getState().profile.wishlist).toEqual([]);
});

test('what is moved to the cart has its stock and weight there (product 9.5)', async () => {
  const rice: WishlistItem = { ...ring, id: 'rice', name: 'Brown Rice', stock: 1, measure: { grams: 500 } };
  const { user, store } = renderWishlist([rice]);
  await user.click(await screen.findByRole('button', { name: 'Move to cart: Brown Rice' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'rice', available: 1, measure: { grams: 500 } }]);
});

test('food has its price per kilogram (product 4.14)', async () => {
  renderWishlist([{ ...ring, name: 'Brown Rice', price: 3.6, measure: { grams: 1_000 } }]);
  expect(await screen.findByText('$3.60 per kg ($1.63 per lb)')).toBeInTheDocument();
});

test('what is all in the cart stays on the list (product 9.5)', async () => {
  const { user, store } = renderWishlist([{ ...ring, stock: 1 }]);
  act(() => void store.dispatch(cartItemAdded(aNewCartItem({ id: 'ring-halo' }))));
  await user.click(await screen.findByRole('button', { name: 'Move to cart: Halo Diamond Ring' }));
  expect(store.getState().cart.items).toMatchObject([{ id: 'ring-halo', quantity: 1 }]);
  expect(store.getState().profile.wishlist).toHaveLength(1);
});

test('what is sold out says so and leads to its page (product 9.5)', async () => {
  renderWishlist([{ ...ring, stock: 0 }]);
  expect(await screen.findByText('Sold out')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Move to cart: Halo Diamond Ring' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View product: Halo Diamond Ring' })).toHaveAttribute(
    'href',
    '/products/ring-halo',
  );
});

test('removing can be undone', async () => {
  const { user, store } = renderWishlist([ring]);
  await user.click(await screen.findByRole('button', { name: 'Remove Halo Diamond Ring from wishlist' }));
  const [notice] = store.getState().notices.items;
  expect(notice?.text).toBe('Halo Diamond Ring removed from your wishlist');
  act(() => void (notice?.undo && store.dispatch(notice.undo)));
  expect(store.getState().profile.wishlist).toEqual([ring]);
});

test('a product with options links to its page (product 4.11)', async () => {
  renderWishlist([{ ...ring, priceFrom: true }]);
  expect(await screen.findByRole('link', { name: 'Select options: Halo Diamond Ring' })).toHaveAttribute(
    'href',
    '/products/ring-halo',
  );
});
