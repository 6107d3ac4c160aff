import { RESERVED_PRODUCT_IDS } from '@shop/contracts';
import { adminRoutes } from './adminRoutes';

test('no product can have an id that is an address of the back office (product 16.88)', () => {
  const paths = adminRoutes.flatMap(({ children = [] }) => children.map(({ path = '' }) => path));
  const fixed = paths.flatMap((path) => /^admin\/products\/([a-z-]+)/.exec(path)?.[1] ?? []);
  expect(fixed.sort()).toEqual([...RESERVED_PRODUCT_IDS].sort());
});
