import { aRelease } from '../../testing/aRelease';
import { listUses } from './listUses';

const catalog = aRelease({
  remote: 'mfe-catalog',
  owner: 'catalog team',
  routes: [{ id: 'product', path: '/products/:slug' }],
  widgets: ['QuickView'],
  uses: { routes: ['/cart', '/products/:1'], widgets: ['CartDrawer'] },
});
const checkout = aRelease({
  remote: 'mfe-cart-checkout',
  owner: 'checkout team',
  routes: [{ id: 'cart', path: '/cart' }],
  widgets: ['CartDrawer'],
  uses: { routes: [], widgets: [] },
});

test('finds the owner of each used route and widget', () => {
  const { uses, bundles } = listUses(
    [{ uses: { routes: ['/products/:1'], widgets: ['CartDrawer'] } }],
    [catalog, checkout],
  );
  expect(uses).toEqual([
    { from: 'host', to: 'mfe-cart-checkout', routes: [], widgets: ['CartDrawer'] },
    { from: 'host', to: 'mfe-catalog', routes: ['/products/:1'], widgets: [] },
    { from: 'mfe-catalog', to: 'mfe-cart-checkout', routes: ['/cart'], widgets: ['CartDrawer'] },
  ]);
  expect(bundles).toEqual([
    { name: 'host', owner: 'platform' },
    { name: 'mfe-catalog', owner: 'catalog team' },
    { name: 'mfe-cart-checkout', owner: 'checkout team' },
  ]);
});

test("ignores uses of a bundle's own routes", () => {
  expect(listUses([], [catalog]).uses).toEqual([]);
});

test('lists uses without an owner', () => {
  expect(listUses([], [catalog]).unresolved).toEqual([
    { from: 'mfe-catalog', what: '/cart' },
    { from: 'mfe-catalog', what: 'CartDrawer' },
  ]);
});

test('merges hosts of different versions', () => {
  const { uses } = listUses(
    [{ uses: { routes: ['/cart'], widgets: [] } }, { uses: { routes: ['/cart'], widgets: ['CartDrawer'] } }],
    [checkout],
  );
  expect(uses).toEqual([{ from: 'host', to: 'mfe-cart-checkout', routes: ['/cart'], widgets: ['CartDrawer'] }]);
});
