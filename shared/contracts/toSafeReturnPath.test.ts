import { toSafeReturnPath } from './toSafeReturnPath';

test.each([
  ['/orders?page=2', '/orders?page=2'],
  ['/products/ring-halo#reviews', '/products/ring-halo#reviews'],
  ['/orders/../account', '/account'],
  ['//evil.test', '/'],
  ['/\\evil.test', '/'],
  ['/..//evil.test', '/'],
  ['/\t/evil.test', '/'],
  ['https://evil.test/', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
  [undefined, '/'],
  [null, '/'],
])('the return path %j leads to %s', (asked, led) => {
  expect(toSafeReturnPath(asked, '/')).toBe(led);
});
