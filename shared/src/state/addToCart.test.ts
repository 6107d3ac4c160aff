import { createShopStore } from './createShopStore';
import { addToCart } from './addToCart';
import { aNewCartItem, createFakeServices } from '../testing';

const ring = aNewCartItem();
const createStore = () => createShopStore({ services: createFakeServices() });
const listNotices = (store: ReturnType<typeof createStore>) => store.getState().notices.items.map(({ text }) => text);

test('what was added is said, with the way to the cart, once the count is painted', async () => {
  const store = createStore();
  expect(store.dispatch(addToCart(ring))).toBe(true);
  expect(store.getState()).toMatchObject({ cart: { itemCount: 1 }, notices: { items: [] } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(store.getState().notices.items).toMatchObject([
    { kind: 'status', text: 'Halo Diamond Ring added to your cart', link: { href: '/cart' } },
  ]);
});

test('what is not in stock is not added, and the shopper is told why', () => {
  const store = createStore();
  store.dispatch(addToCart({ ...ring, available: 1 }, null));
  expect(store.dispatch(addToCart({ ...ring, available: 1 }))).toBe(false);
  expect(listNotices(store)).toEqual(['Only 1 of Halo Diamond Ring in stock: all of them are in your cart.']);
  expect(store.getState().cart.itemCount).toBe(1);
});

test('99 of one product are the most', () => {
  const store = createStore();
  store.dispatch(addToCart({ ...ring, quantity: 99 }, null));
  expect(store.dispatch(addToCart(ring))).toBe(false);
  expect(listNotices(store)).toEqual(['99 of Halo Diamond Ring are in your cart: that is the most.']);
});

test('the 51st product is refused with a sentence; one more of a product that is there is not', () => {
  const store = createStore();
  for (let n = 0; n < 50; n += 1) store.dispatch(addToCart({ ...ring, id: `ring-${n}` }, null));
  expect(store.dispatch(addToCart({ ...ring, id: 'one-more' }))).toBe(false);
  expect(listNotices(store)).toEqual(['Your cart holds 50 different products. Remove one to add another.']);
  expect(store.dispatch(addToCart({ ...ring, id: 'ring-0' }, null))).toBe(true);
});
