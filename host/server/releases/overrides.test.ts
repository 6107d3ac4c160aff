import { RegistryError } from '@shop/registry';
import type { Audience } from '@shop/runtime/remotes';
import { aRelease } from '../testing/aRelease';
import type { LiveComposition } from './LiveComposition';
import { readQueryOverrides, mergeOverrides, resolveOverrides, stripOverrides } from './overrides';
import { buildOverridesCookie, readCookieOverrides } from './overridesCookie';

const KEY = 'a key';
const now = new Date();
const find: LiveComposition['findRelease'] = async (remote, version) => {
  if (version === '9.9.9') throw new RegistryError('unknown', 'There is no such release');
  return {
    release: aRelease({ remote, version, ...(remote === 'mfe-desk' ? { audience: 'staff' } : {}) }),
    urlBase: '',
    nodeEntry: '',
    styles: new Map(),
  };
};
const live = { findRelease: find } as LiveComposition;
const closed = { open: false, allowed: ['mfe-home@1.4.0-pr7', 'mfe-auth@*'] };
const open = { open: true, allowed: [] };
const resolve = (query: string, policy = closed, from = { isLocal: true }, audience: Audience = 'shoppers') =>
  resolveOverrides(readQueryOverrides(new URLSearchParams(query)) ?? new Map(), live, KEY, policy, from, audience);

test('allows releases for the audience alone, however open the policy is', async () => {
  expect((await resolve('remote.mfe-desk=1', open, undefined, 'staff')).size).toBe(1);
  for (const [query, audience] of [['remote.mfe-desk=1', 'shoppers'] as const, ['remote.mfe-home=1', 'staff'] as const])
    await expect(resolve(query, open, undefined, audience)).rejects.toMatchObject({ code: 'unknown' });
});

test.each([
  ['a release allowed by name', 'remote.mfe-home=1.4.0-pr7', closed],
  ['any release of an allowed remote', 'remote.mfe-auth=3.0.0', closed],
  ['any release under the open policy', 'remote.mfe-home=2.0.0', open],
  ['a dev server on this machine under the open policy', 'remote.mfe-home=http://localhost:3001', open],
])('allows %s', async (_what, query, policy) => {
  expect((await resolve(query, policy)).size).toBe(1);
});

test.each([
  ['a release other than the allowed one', 'remote.mfe-home=1.4.0-pr8', closed],
  ['a dev server under the closed policy', 'remote.mfe-auth=http://localhost:3001', closed],
  ['a foreign server', 'remote.mfe-home=https://evil.example/remoteEntry.js', open],
  ['a foreign server over http', 'remote.mfe-home=http://evil.example:3001', open],
  ['a hostname that starts with localhost', 'remote.mfe-home=http://localhost.evil.example:3001', open],
  ['a server on the local network', 'remote.mfe-home=http://10.0.0.1:3001', open],
  ['a path on a local server', 'remote.mfe-home=http://localhost:3001/other', open],
  ['a URL with a username', 'remote.mfe-home=http://root@localhost:3001', open],
  ['a script', 'remote.mfe-home=javascript:alert(1)', open],
  ['a path', 'remote.mfe-home=../../etc', open],
])('rejects %s', async (_what, query, policy) => {
  await expect(resolve(query, policy)).rejects.toMatchObject({ code: 'forbidden' });
});

test('reports an unknown release', async () => {
  await expect(resolve('remote.mfe-home=9.9.9', open)).rejects.toMatchObject({ code: 'unknown' });
});

test.each(['http://localhost:3001', 'http://localhost:3001/', 'http://localhost:3001/?x=1#y', 'http://127.0.0.1:3001'])(
  "normalizes %s to the origin that the dev server's files use",
  async (address) => {
    const overrides = await resolve(`remote.mfe-home=${encodeURIComponent(address)}`, open);
    expect(overrides.get('mfe-home')).toEqual({ devServer: 'http://localhost:3001' });
  },
);

test('shows a dev server only to browsers on this machine, and a published release to any', async () => {
  await expect(resolve('remote.mfe-home=http://localhost:3001', open, { isLocal: false })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('same machine'),
  });
  expect((await resolve('remote.mfe-home=2.0.0', open, { isLocal: false })).size).toBe(1);
});

test('remembers overrides until they return to live', () => {
  const first = mergeOverrides(
    new Map(),
    readQueryOverrides(new URLSearchParams('remote.mfe-home=1.0.0&q=ring')) ?? new Map(),
  );
  const cookie = buildOverridesCookie({ requested: first, session: 'a session' }, KEY, now);
  expect(cookie).toMatch(/HttpOnly/);
  const { requested: remembered, session } = readCookieOverrides(`x=1; ${cookie.split(';')[0]}`, KEY, now);
  expect(session).toBe('a session');
  expect([...remembered]).toEqual([['mfe-home', '1.0.0']]);
  expect([...mergeOverrides(remembered, new Map([['mfe-auth', '2.0.0']]))]).toEqual([
    ['mfe-home', '1.0.0'],
    ['mfe-auth', '2.0.0'],
  ]);
  expect(mergeOverrides(remembered, new Map([['mfe-home', 'live']])).size).toBe(0);
  expect(buildOverridesCookie({ requested: new Map(), session: undefined }, KEY, now)).toContain('Max-Age=0');
  expect(readCookieOverrides(cookie.split(';')[0], KEY, new Date(now.getTime() + 8 * 86_400_000)).requested.size).toBe(
    0,
  );
});

const signedWithAnother =
  buildOverridesCookie(
    { requested: new Map([['mfe-home', 'http://localhost:3001']]), session: undefined },
    'another key',
    now,
  ).split(';')[0] ?? '';
test.each([
  'remote_overrides=%E0%A4%A',
  'remote_overrides=',
  'remote_overrides=mfe-home%3Dhttp%253A%252F%252Flocalhost%253A3001',
  signedWithAnother,
  'other=1',
  '',
])('ignores the cookie "%s"', (cookie) => {
  expect(readCookieOverrides(cookie, KEY, now).requested.size).toBe(0);
});

test('ignores queries without overrides and invalid remote names', () => {
  expect(readQueryOverrides(new URLSearchParams('q=remote'))).toBeUndefined();
  expect(readQueryOverrides(new URLSearchParams('remote.__proto__=1'))?.size).toBe(0);
});

test.each([
  ['/products?q=ring&remote.mfe-home=1', '/products?q=ring'],
  ['/?remote.mfe-home=1', '/'],
  ['/%5Cevil.example?remote.mfe-home=1', '/%5Cevil.example'],
  ['/\\evil.example?remote.mfe-home=1', '/'],
  ['/x/..//evil.example?remote.mfe-home=1', '/evil.example'],
  ['//evil.example/x?remote.mfe-home=1', '/x'],
])('%s redirects to %s, never to another site', (from, to) => {
  expect(stripOverrides(new URL(from, 'http://shop.invalid'))).toBe(to);
});
