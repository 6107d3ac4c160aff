import { aProductDetail } from '../testing';
import { createCartLine } from './createCartLine';

const variant = { id: '52-mm', name: '52 mm', sku: 'R-52', price: 340, stock: 2, measure: { grams: 4 } };
const chosen = {
  choices: { engraving: { font: 'script', text: 'Always' } },
  suffix: ', engraved “Always” (script)',
  price: 15,
} as const;
const ring = aProductDetail({ variants: [variant], measure: null });

test('a line has the price, stock and weight of its product', () => {
  expect(createCartLine({ ...ring, measure: { grams: 5 } })).toEqual({
    id: 'ring-halo',
    name: 'Halo Diamond Ring',
    image: ring.image,
    price: 320,
    category: 'Rings',
    rating: 4.8,
    productId: 'ring-halo',
    variantId: null,
    available: 5,
    measure: { grams: 5 },
  });
});

test('a line has the name, price, stock and weight of its variant, and what was chosen', () => {
  expect(createCartLine(ring, { variant, chosen, quantity: 2 })).toMatchObject({
    id: 'ring-halo:52-mm["script","Always"]',
    name: 'Halo Diamond Ring, 52 mm, engraved “Always” (script)',
    price: 355,
    variantId: '52-mm',
    choices: chosen.choices,
    quantity: 2,
    available: 2,
    measure: { grams: 4 },
  });
});

test('a line of a product whose stock is not known is not limited by it', () => {
  expect(createCartLine({ ...ring, stock: undefined }).available).toBeUndefined();
});
