import { cartItemAdded, cartItemRemoved, cartCleared, cartQuantityChanged, cartRepriced, cartSlice, type NewCartItem } from './cartSlice';

const ring: NewCartItem = {
  id: 'ring', name: 'Halo Diamond Ring', image: '', price: 67.5, category: 'Rings', rating: 4, productId: 'ring', variantId: null,
};
const apple: NewCartItem = { ...ring, id: 'apple', productId: 'apple', name: 'Gala Apples', price: 0.1 };

type CartAction = Parameters<typeof cartSlice.reducer>[1];
const cartAfter = (...actions: CartAction[]) => actions.reduce(cartSlice.reducer, cartSlice.getInitialState());

test('adding an item puts it in the cart once', () => {
  expect(cartAfter(cartItemAdded(ring))).toMatchObject({ items: [{ id: 'ring', quantity: 1 }], itemCount: 1, total: 67.5 });
});

test('adding an item again raises its quantity by 1', () => {
  expect(cartAfter(cartItemAdded(ring), cartItemAdded(ring))).toMatchObject({ items: [{ quantity: 2 }], itemCount: 2, total: 135 });
});

test('adding a chosen quantity adds that many', () => {
  expect(cartAfter(cartItemAdded({ ...ring, quantity: 3 })).itemCount).toBe(3);
});

test('removing an item deletes its line', () => {
  expect(cartAfter(cartItemAdded(ring), cartItemAdded(apple), cartItemRemoved('ring')).items.map(({ id }) => id)).toEqual(['apple']);
});

test.each([0, -1])('setting the quantity to %d removes the line', (quantity) => {
  expect(cartAfter(cartItemAdded(ring), cartQuantityChanged({ id: 'ring', quantity }))).toMatchObject({ items: [], itemCount: 0, total: 0 });
});

test('a quantity that is not a whole number changes nothing', () => {
  const before = cartAfter(cartItemAdded(ring));
  expect(cartSlice.reducer(before, cartQuantityChanged({ id: 'ring', quantity: 1.5 }))).toEqual(before);
  expect(cartSlice.reducer(before, cartQuantityChanged({ id: 'ring', quantity: Number.NaN }))).toEqual(before);
});

test('a line holds at most 99', () => {
  expect(cartAfter(cartItemAdded(ring), cartQuantityChanged({ id: 'ring', quantity: 1e9 })).itemCount).toBe(99);
});

test('the total is exact to the cent', () => {
  const cart = cartAfter(cartItemAdded({ ...apple, quantity: 3 }));
  expect(cart.total).toBe(0.3);
});

test('clearing empties the cart', () => {
  expect(cartAfter(cartItemAdded(ring), cartCleared())).toMatchObject({ items: [], itemCount: 0, total: 0 });
});

test('repricing takes the new price and drops what is gone', () => {
  const cart = cartAfter(cartItemAdded({ ...ring, quantity: 2 }), cartItemAdded(apple), cartRepriced([{ id: 'ring', price: 70, quantity: 1 }]));
  expect(cart).toMatchObject({ items: [{ id: 'ring', price: 70, quantity: 1 }], itemCount: 1, total: 70 });
});
