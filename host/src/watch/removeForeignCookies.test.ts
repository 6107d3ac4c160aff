import { removeForeignCookies } from './removeForeignCookies';

const LONG = 'x'.repeat(1_500);

test('cookies that would make servers refuse requests are removed, and the shop’s own stay', () => {
  document.cookie = 'storefront=organic; path=/';
  document.cookie = `a=${LONG}; path=/`;
  expect(removeForeignCookies()).toBeUndefined();
  document.cookie = `b=${LONG}; domain=${window.location.hostname}`;
  expect(removeForeignCookies()).toMatch(/^2 cookies/);
  expect(document.cookie).toBe('storefront=organic');
});

test('cookies of a part of the site are removed on its pages', () => {
  window.history.replaceState(null, '', '/products/ring-halo');
  document.cookie = `a=${LONG}; path=/products`;
  document.cookie = `b=${LONG}; path=/products/ring-halo`;
  expect(removeForeignCookies()).toMatch(/^2 cookies/);
  expect(document.cookie).toBe('storefront=organic');
});
