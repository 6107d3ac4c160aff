import { createShopStore } from './createShopStore';
import { addToCart } from './addToCart';
import { aNewCartItem, createFakeServices } from '../testing';

const ring = aNewCartItem();
const createStore = () => createShopStore({ services: createFakeServices() });
const listNotices = (store: ReturnType<typeof createStore>) => store.getState().notices.items.map(({ text }) => text);

test('shows a message with a link to the cart after the count is painted', () => {
  jest.useFakeTimers();
  const store = createStore();
  expect(store.dispatch(addToCart(ring))).toBe(true);
  expect(store.getState()).toMatchObject({ cart: { itemCount: 1 }, notices: { items: [] } });
  jest.runAllTimers();
  expect(store.getState().notices.items).toMatchObject([
    { kind: 'status', text: 'Halo Diamond Ring added to your cart', link: { href: '/cart' } },
  ]);
  jest.useRealTimers();
});

test('rejects items that are out of stock and says why', () => {
  const store = createStore();
  store.dispatch(addToCart({ ...ring, available: 1 }, null));
  expect(store.dispatch(addToCart({ ...ring, available: 1 }))).toBe(false);
  expect(listNotices(store)).toEqual(['You can buy at most 1 of Halo Diamond Ring: all of it is in your cart.']);
  expect(store.getState().cart.itemCount).toBe(1);
});

test('limits a product to 99', () => {
  const store = createStore();
  store.dispatch(addToCart({ ...ring, quantity: 99 }, null));
  expect(store.dispatch(addToCart(ring))).toBe(false);
  expect(listNotices(store)).toEqual(['You can buy at most 99 of Halo Diamond Ring: all of it is in your cart.']);
});

test('rejects the 51st product, but not more of an existing one', () => {
  const store = createStore();
  for (let n = 0; n < 50; n += 1) store.dispatch(addToCart({ ...ring, id: `ring-${n}` }, null));
  expect(store.dispatch(addToCart({ ...ring, id: 'one-more' }))).toBe(false);
  expect(listNotices(store)).toEqual(['Your cart holds 50 different products. Remove one to add another.']);
  expect(store.dispatch(addToCart({ ...ring, id: 'ring-0' }, null))).toBe(true);
});
