import { parseKeptCart, parseKeptWishlist } from './keptState';

const line = { id: 'r', name: 'Ring', image: '', price: 320, category: 'Rings', rating: 4, quantity: 2, productId: 'r', variantId: null };

test('a kept cart is taken as it was', () => {
  expect(parseKeptCart(JSON.stringify([line]))).toEqual([line]);
});

test.each([null, '', 'not json', '{}', '[{"id":1}]', JSON.stringify([{ ...line, quantity: 0 }]), JSON.stringify([{ ...line, quantity: 1.5 }]), JSON.stringify([{ ...line, price: -1 }])])(
  'the kept cart %s is not taken',
  (text) => {
    expect(parseKeptCart(text)).toBeUndefined();
  },
);

test('a kept wishlist is taken as it was, rubbish is not', () => {
  const item = { id: 'r', name: 'Ring', image: '', price: 320, category: 'Rings', rating: 4, priceFrom: false };
  expect(parseKeptWishlist(JSON.stringify([item]))).toEqual([item]);
  expect(parseKeptWishlist('[1]')).toBeUndefined();
});
