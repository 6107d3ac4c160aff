import { parseStoredCart, parseStoredWishlist } from './storedState';

const line = {
  id: 'r',
  name: 'Ring',
  image: '',
  price: 320,
  category: 'Rings',
  rating: 4,
  quantity: 2,
  productId: 'r',
  variantId: null,
};

const stored = {
  owner: 'account-1',
  items: [line],
  coupon: { code: 'TENTH', kind: 'percent', amount: 10, minimum: 0 },
  synced: { version: 3, items: [line], couponCode: null, sent: null },
};

test('parses a stored cart', () => {
  expect(parseStoredCart(JSON.stringify(stored))).toEqual(stored);
});

test.each([
  { owner: 1 },
  { coupon: {} },
  { coupon: { ...stored.coupon, amount: -5 } },
  { synced: { version: 'x' } },
  { items: [{ ...line, quantity: 1e308 }] },
  { items: [{ ...line, quantity: 0 }] },
  { items: [{ ...line, quantity: 1.5 }] },
  { items: [{ ...line, price: -1 }] },
])('rejects a stored cart with %j', (change) => {
  expect(parseStoredCart(JSON.stringify({ ...stored, ...change }))).toBeUndefined();
});

test.each([null, '', 'not json', '{}', '[{"id":1}]', JSON.stringify([line])])('rejects the stored cart %s', (text) => {
  expect(parseStoredCart(text)).toBeUndefined();
});

test('rejects a cart that is so long that every page would be slow', () => {
  expect(parseStoredCart(JSON.stringify({ ...stored, items: Array(50).fill(line) }))?.items).toHaveLength(50);
  expect(parseStoredCart(JSON.stringify({ ...stored, items: Array(2_000).fill(line) }))).toBeUndefined();
});

test('parses a stored wishlist and rejects an invalid one', () => {
  const item = { id: 'r', name: 'Ring', image: '', price: 320, category: 'Rings', rating: 4, priceFrom: false };
  expect(parseStoredWishlist(JSON.stringify([item]))).toEqual([item]);
  expect(parseStoredWishlist('[1]')).toBeUndefined();
});
