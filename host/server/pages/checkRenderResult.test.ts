import { checkRenderResult } from './checkRenderResult';

const page = {
  kind: 'page',
  status: 200,
  html: '<main>Rings</main>',
  storefront: 'organic',
  chunks: ['product'],
  state: { cart: {} },
  router: { loaderData: {}, errors: null },
};
const redirect = { kind: 'redirect', location: '/cart?from=login#top', status: 302 };

test('a page, and a redirect within the site, are accepted', () => {
  expect(checkRenderResult(page)).toEqual(page);
  expect(checkRenderResult(redirect)).toEqual(redirect);
  expect(checkRenderResult({ ...redirect, location: 'cart' })).toEqual({ ...redirect, location: '/cart' });
});

test.each([
  ['a storefront that is markup', { ...page, storefront: '"><script>' }],
  ['a status that is none', { ...page, status: 20 }],
  ['a status that would be no page', { ...page, status: 404.5 }],
  ['a status without a body', { ...page, status: 304 }],
  ['markup that is no text', { ...page, html: { toString: 'x' } }],
  ['chunks that are no names', { ...page, chunks: [{}] }],
  ['a redirect to another site', { ...redirect, location: 'https://attacker.example/' }],
  ['a redirect to another site without a scheme', { ...redirect, location: '//attacker.example/' }],
  ['a redirect to another site with backslashes', { ...redirect, location: '/\\attacker.example/' }],
  ['a redirect to a script', { ...redirect, location: 'javascript:alert(1)' }],
  ['a redirect to the API', { ...redirect, location: '/api/auth/google/start' }],
  ['a redirect to the API by dots', { ...redirect, location: '/cart/../api/me' }],
  ['a redirect to a file of a release', { ...redirect, location: '/remotes/mfe-home/x.js' }],
  ['a redirect that is no redirect', { ...redirect, status: 200 }],
  ['nothing', undefined],
])('%s is no page', (_what, result) => {
  expect(checkRenderResult(result)).toBeUndefined();
});

test('the status of a page does not make a proxy repeat the request', () => {
  expect([502, 504].map((status) => checkRenderResult({ ...page, status })).map((it) => it?.status)).toEqual([
    503, 503,
  ]);
});

test('line breaks in a redirect end no header', () => {
  expect(checkRenderResult({ ...redirect, location: '/a\r\nset-cookie: sid=1' })).toMatchObject({
    location: expect.not.stringMatching(/[\r\n]/),
  });
});
