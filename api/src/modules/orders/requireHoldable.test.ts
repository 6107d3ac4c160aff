import { ShopError } from '../../http/ShopError';
import type { SoldLine } from '../cart/priceItems';
import { requireHoldable } from './requireHoldable';

const GUEST = { holder: 'mailbox:a', who: 'a guest', pieces: 10, cents: 500_000 };

const readRefusal = (quantity: number, measure: SoldLine['measure'], heldSteps = 0): unknown => {
  const held = { holder: GUEST.holder, productId: 'apples', quantity: heldSteps, cents: 0 };
  try {
    requireHoldable([GUEST], heldSteps === 0 ? [] : [held], [
      { productId: 'apples', name: 'Apples', quantity, priceCents: 100, measure },
    ]);
    return undefined;
  } catch (error) {
    return error instanceof ShopError ? error.message : error;
  }
};

test('a guest can have ten pieces unpaid, and of goods sold loose ten kilograms (product 7.13)', () => {
  expect(readRefusal(10, null)).toBeUndefined();
  expect(readRefusal(11, null)).toMatch(/at most 10 of Apples/);
  expect(readRefusal(40, { stepGrams: 250 })).toBeUndefined();
  expect(readRefusal(41, { stepGrams: 250 })).toMatch(/at most 10\skg of Apples/);
  expect(readRefusal(3, { stepGrams: 250 }, 38)).toMatch(/of which 500\sg are left/);
});
