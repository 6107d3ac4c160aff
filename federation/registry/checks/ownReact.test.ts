import { checkOwnReact } from './ownReact';

const check = (name: string, code: string): string[] => checkOwnReact(new Map([[name, Buffer.from(code)]]));
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

test.each([
  ['React 19', `t.${INTERNALS}=n,t.version="19.3.1"`],
  ['an uncompressed React 19', `exports.${INTERNALS} =\n  ReactSharedInternals;`],
  ['React 18', 't.__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED=n'],
])('a build that contains %s is told so, with the file', (_what, code) => {
  for (const name of ['web/remote.1.js', 'node/72.js'])
    expect(check(name, code)).toEqual([
      `It contains a React of its own (${name}). Only the shop's works, because hooks need the React that renders the page. Import react and build with createRemoteConfig, which shares it.`,
    ]);
});

test.each([
  ['code that reads from React', `const n=react.${INTERNALS};if(n===${INTERNALS})n.H=null`],
  ['a mention in a text', `"see ${INTERNALS}"`],
])('%s is allowed', (_what, code) => {
  expect(check('web/remote.1.js', code)).toEqual([]);
});

test('source maps and styles are not searched', () => {
  expect(check('web/remote.1.js.map', `t.${INTERNALS}=n`)).toEqual([]);
});
