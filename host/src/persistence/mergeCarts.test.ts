import { aCartItem } from '@shop/shared/testing';
import { mergeCarts } from './mergeCarts';

const ring = (quantity: number) => aCartItem({ id: 'ring', quantity });
const apple = (quantity: number) => aCartItem({ id: 'apple', quantity });
const quantities = (items: ReturnType<typeof mergeCarts>) =>
  Object.fromEntries(items.map(({ id, quantity }) => [id, quantity]));

test.each([
  {
    what: 'at sign-in quantities are added',
    base: [],
    here: [ring(2)],
    there: [ring(1), apple(3)],
    merged: { ring: 3, apple: 3 },
  },
  {
    what: 'an item added locally is added to the saved cart',
    base: [ring(1)],
    here: [ring(1), apple(1)],
    there: [ring(4)],
    merged: { ring: 4, apple: 1 },
  },
  {
    what: 'an item removed locally is removed from the saved cart',
    base: [ring(1), apple(1)],
    here: [apple(1)],
    there: [ring(1), apple(1)],
    merged: { apple: 1 },
  },
  {
    what: 'an item removed from the saved cart stays removed',
    base: [ring(1), apple(1)],
    here: [ring(1), apple(1)],
    there: [apple(1)],
    merged: { apple: 1 },
  },
  { what: 'both changed the same line', base: [ring(2)], here: [ring(3)], there: [ring(5)], merged: { ring: 6 } },
  {
    what: 'removed locally, one more in the saved cart',
    base: [ring(1)],
    here: [],
    there: [ring(2)],
    merged: { ring: 1 },
  },
  { what: 'never more than 99', base: [], here: [ring(60)], there: [ring(60)], merged: { ring: 99 } },
  {
    what: 'never more lines than a cart holds: those of this browser are kept',
    base: [],
    here: [ring(1)],
    there: Array.from({ length: 50 }, (_, index) => aCartItem({ id: `other-${index}`, quantity: 1 })),
    merged: { ring: 1, ...Object.fromEntries(Array.from({ length: 49 }, (_, index) => [`other-${index}`, 1])) },
  },
  { what: 'nothing changed', base: [ring(1)], here: [ring(1)], there: [ring(1)], merged: { ring: 1 } },
])('$what (product 6.7)', ({ base, here, there, merged }) => {
  expect(quantities(mergeCarts(base, here, there))).toEqual(merged);
});
