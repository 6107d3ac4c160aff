import { readRemotes } from '@shop/build/repository';
import { findRemoteByPath, type Composition } from './composition';
import { containerName, isRemoteId } from './remotes';

const composition = Object.fromEntries(
  Object.entries(readRemotes()).map(([id, { mounts, missingTitle }]) => [
    id,
    { version: '1.0.0', entry: '/x.js', container: 'x', mounts, missingTitle },
  ]),
) as Composition;

test.each([
  ['/', 'mfe-home'],
  ['/demos', 'mfe-home'],
  ['/products', 'mfe-catalog'],
  ['/products/ring-halo', 'mfe-catalog'],
  ['/products/category/rings', 'mfe-catalog'],
  ['/cart', 'mfe-cart-checkout'],
  ['/checkout/order-received/ORD-1', 'mfe-cart-checkout'],
  ['/wishlist', 'mfe-auth'],
  ['/auth', 'mfe-auth'],
  ['/auth/verify-otp', 'mfe-auth'],
  ['/orders/ORD-1', 'mfe-auth'],
])('%s belongs to %s', (path, remote) => {
  expect(findRemoteByPath(composition, path)).toBe(remote);
});

test.each(['/nowhere', '/cartoon', '/productsx', '/api/products'])('%s belongs to nobody', (path) => {
  expect(findRemoteByPath(composition, path)).toBeUndefined();
});

test('a container name is a JavaScript identifier', () => {
  expect(containerName('mfe-cart-checkout')).toBe('mfe_cart_checkout');
});

test.each(['mfe-', 'mfe-Gifts', 'mfe-gifts-', 'gifts', 'mfe-a/../b', `mfe-${'x'.repeat(40)}`, '__proto__'])(
  '%s is not a valid remote name',
  (id) => {
    expect(isRemoteId(id)).toBe(false);
  },
);
