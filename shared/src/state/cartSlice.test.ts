import {
  cartItemAdded,
  cartItemRemoved,
  cartCleared,
  cartQuantityChanged,
  cartPriced,
  cartCouponSet,
  selectAmountToPay,
  cartSlice,
  type NewCartItem,
} from './cartSlice';

const ring: NewCartItem = {
  id: 'ring',
  name: 'Halo Diamond Ring',
  image: '',
  price: 67.5,
  category: 'Rings',
  rating: 4,
  productId: 'ring',
  variantId: null,
};
const apple: NewCartItem = { ...ring, id: 'apple', productId: 'apple', name: 'Gala Apples', price: 0.1 };

type CartAction = Parameters<typeof cartSlice.reducer>[1];
const reduceCart = (...actions: CartAction[]) => actions.reduce(cartSlice.reducer, cartSlice.getInitialState());

test('adds an item to the cart once (product 6.1)', () => {
  expect(reduceCart(cartItemAdded(ring))).toMatchObject({
    items: [{ id: 'ring', quantity: 1 }],
    itemCount: 1,
    total: 67.5,
  });
});

test('adding an item again raises its quantity by 1 (product 6.1)', () => {
  expect(reduceCart(cartItemAdded(ring), cartItemAdded(ring))).toMatchObject({
    items: [{ quantity: 2 }],
    itemCount: 2,
    total: 135,
  });
});

test('adding a chosen quantity adds that many (product 6.1)', () => {
  expect(reduceCart(cartItemAdded({ ...ring, quantity: 3 })).itemCount).toBe(3);
});

test('removing an item deletes its line', () => {
  expect(
    reduceCart(cartItemAdded(ring), cartItemAdded(apple), cartItemRemoved('ring')).items.map(({ id }) => id),
  ).toEqual(['apple']);
});

test.each([0, -1])('setting the quantity to %d removes the line (product 6.1)', (quantity) => {
  expect(reduceCart(cartItemAdded(ring), cartQuantityChanged({ id: 'ring', quantity }))).toMatchObject({
    items: [],
    itemCount: 0,
    total: 0,
  });
});

test('a quantity that is not a whole number changes nothing', () => {
  const before = reduceCart(cartItemAdded(ring));
  expect(cartSlice.reducer(before, cartQuantityChanged({ id: 'ring', quantity: 1.5 }))).toEqual(before);
  expect(cartSlice.reducer(before, cartQuantityChanged({ id: 'ring', quantity: Number.NaN }))).toEqual(before);
});

test('a line holds at most 99', () => {
  expect(reduceCart(cartItemAdded(ring), cartQuantityChanged({ id: 'ring', quantity: 1e9 })).itemCount).toBe(99);
});

const pricedRing = {
  product_id: 'ring',
  variant_id: null,
  name: 'Halo Diamond Ring',
  image: '',
  category: 'Rings',
  rating: 4,
  unit_price: 67.5,
  quantity: 2,
  available: 9,
};
const tenPercent = { code: 'TENTH', kind: 'percent', amount: 10, minimum: 0 } as const;
test('after each change itemCount is the sum of quantities, and total the sum of price times quantity (product 6.2)', () => {
  const actions = [
    cartItemAdded(ring),
    cartItemAdded({ ...apple, quantity: 3 }),
    cartItemAdded(ring),
    cartQuantityChanged({ id: 'apple', quantity: 7 }),
    cartQuantityChanged({ id: 'ring', quantity: 1 }),
    cartPriced({ lines: [{ ...pricedRing, unit_price: 70 }], coupon: tenPercent, subtotal: 0, discount: 0, total: 0 }),
    cartItemAdded(apple),
    cartCouponSet(null),
    cartItemRemoved('ring'),
    cartQuantityChanged({ id: 'apple', quantity: 0 }),
    cartItemAdded(ring),
    cartCleared(),
  ];
  const counts = actions.map((_, index) => {
    const { items, itemCount, total } = reduceCart(...actions.slice(0, index + 1));
    expect(itemCount).toBe(items.reduce((sum, { quantity }) => sum + quantity, 0));
    expect(total).toBeCloseTo(
      items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
      10,
    );
    return itemCount;
  });
  expect(counts).toEqual([1, 4, 5, 9, 8, 2, 3, 3, 1, 0, 1, 0]);
});

test('a line item has id, name, image, price, category, rating and quantity (product 6.10)', () => {
  const [item] = reduceCart(cartItemAdded(ring)).items;
  expect(item).toMatchObject({
    id: 'ring',
    name: 'Halo Diamond Ring',
    image: '',
    price: 67.5,
    category: 'Rings',
    rating: 4,
    quantity: 1,
  });
});

test('the total is exact to the cent (product 6.2)', () => {
  const cart = reduceCart(cartItemAdded({ ...apple, quantity: 3 }));
  expect(cart.total).toBe(0.3);
});

test('clearing empties the cart', () => {
  expect(reduceCart(cartItemAdded(ring), cartCleared())).toMatchObject({ items: [], itemCount: 0, total: 0 });
});

const priced = (lines: (typeof pricedRing)[], coupon: typeof tenPercent | null = null) =>
  cartPriced({ lines, coupon, subtotal: 0, discount: 0, total: 0 });

test("applies the server's prices and stock, and lists each change", () => {
  const cart = reduceCart(
    cartItemAdded({ ...ring, quantity: 2 }),
    cartItemAdded(apple),
    priced([{ ...pricedRing, unit_price: 70, quantity: 1, available: 1 }]),
  );
  expect(cart).toMatchObject({
    items: [{ id: 'ring', price: 70, quantity: 1, available: 1 }],
    itemCount: 1,
    total: 70,
  });
  expect(cart.changes).toEqual([
    { kind: 'price', name: 'Halo Diamond Ring', from: 67.5, to: 70 },
    { kind: 'stock', name: 'Halo Diamond Ring', quantity: 1 },
    { kind: 'gone', name: 'Gala Apples' },
  ]);
});

test('an unchanged cart lists no changes, and earlier ones stay until the shopper acts', () => {
  expect(reduceCart(cartItemAdded({ ...ring, quantity: 2 }), priced([pricedRing])).changes).toEqual([]);
  const actions = [
    cartItemAdded({ ...ring, quantity: 2 }),
    cartItemAdded(apple),
    priced([pricedRing]),
    priced([pricedRing]),
  ];
  expect(reduceCart(...actions).changes).toEqual([{ kind: 'gone', name: 'Gala Apples' }]);
  expect(reduceCart(...actions, cartQuantityChanged({ id: 'ring', quantity: 1 })).changes).toEqual([]);
});

test('caps a line at the stock', () => {
  const cart = reduceCart(
    cartItemAdded({ ...ring, quantity: 2 }),
    priced([{ ...pricedRing, available: 3 }]),
    cartQuantityChanged({ id: 'ring', quantity: 9 }),
  );
  expect(cart.itemCount).toBe(3);
  expect(
    reduceCart(cartItemAdded({ ...ring, available: 2 }), cartItemAdded({ ...ring, available: 2, quantity: 5 }))
      .itemCount,
  ).toBe(2);
});

test('a coupon reduces the amount to pay, not the total (product 6.9)', () => {
  const cart = reduceCart(cartItemAdded({ ...ring, quantity: 2 }), priced([pricedRing], tenPercent));
  expect(cart.total).toBe(135);
  expect(selectAmountToPay({ cart })).toBe(121.5);
  const without = cartSlice.reducer(cart, priced([pricedRing]));
  expect(without).toMatchObject({ coupon: null, changes: [{ kind: 'coupon', code: 'TENTH' }] });
});

test.each([
  { what: 'below its minimum', coupon: { ...tenPercent, minimum: 1000 }, rest: 135 },
  { what: 'larger than the products', coupon: { ...tenPercent, kind: 'fixed' as const, amount: 1000 }, rest: 0 },
  { what: 'of a part of a cent', coupon: { ...tenPercent, amount: 33 }, rest: 90.45 },
])('a coupon $what leaves $rest to pay', ({ coupon, rest }) => {
  expect(selectAmountToPay({ cart: reduceCart(cartItemAdded({ ...ring, quantity: 2 }), cartCouponSet(coupon)) })).toBe(
    rest,
  );
});

test('a cart holds 50 different products', () => {
  const many = Array.from({ length: 51 }, (_, n) => cartItemAdded({ ...ring, id: `ring-${n}` }));
  expect(reduceCart(...many).items).toHaveLength(50);
});
