import { RegistryError } from '@shop/federation/registry';
import { aRelease } from '../testing/aRelease';
import type { LiveComposition } from './LiveComposition';
import {
  readCookieOverrides,
  readQueryOverrides,
  mergeOverrides,
  buildOverridesCookie,
  resolveOverrides,
  stripOverrides,
} from './overrides';

const KEY = 'a key';
const now = new Date();
const find: LiveComposition['findRelease'] = async (remote, version) => {
  if (version === '9.9.9') throw new RegistryError('unknown', 'There is no such release');
  return { release: aRelease({ remote, version }), urlBase: '', nodeEntry: '' };
};
const live = { findRelease: find } as LiveComposition;
const closed = { open: false, allowed: ['mfe-home@1.4.0-pr7', 'mfe-auth@*'] };
const open = { open: true, allowed: [] };
const resolve = (query: string, policy = closed, from = { isLocal: true }) =>
  resolveOverrides(readQueryOverrides(new URLSearchParams(query)) ?? new Map(), live, KEY, policy, from);

test.each([
  ['what is allowed by name', 'remote.mfe-home=1.4.0-pr7', closed],
  ['any release of a remote that is allowed', 'remote.mfe-auth=3.0.0', closed],
  ['any release, where all is open', 'remote.mfe-home=2.0.0', open],
  ['a dev server on this machine, where all is open', 'remote.mfe-home=http://localhost:3001', open],
])('%s is shown', async (_what, query, policy) => {
  expect((await resolve(query, policy)).size).toBe(1);
});

test.each([
  ['another release than the allowed one', 'remote.mfe-home=1.4.0-pr8', closed],
  ['a dev server, where not all is open', 'remote.mfe-auth=http://localhost:3001', closed],
  ["somebody else's server", 'remote.mfe-home=https://evil.example/remoteEntry.js', open],
  ["somebody else's server by plain http", 'remote.mfe-home=http://evil.example:3001', open],
  ['a name that begins as this machine does', 'remote.mfe-home=http://localhost.evil.example:3001', open],
  ['a server of the network', 'remote.mfe-home=http://10.0.0.1:3001', open],
  ['a path of a server on this machine', 'remote.mfe-home=http://localhost:3001/other', open],
  ['somebody by name on this machine', 'remote.mfe-home=http://root@localhost:3001', open],
  ['a script', 'remote.mfe-home=javascript:alert(1)', open],
  ['a path', 'remote.mfe-home=../../etc', open],
])('%s is not', async (_what, query, policy) => {
  await expect(resolve(query, policy)).rejects.toMatchObject({ code: 'forbidden' });
});

test('a release that is not there is told so', async () => {
  await expect(resolve('remote.mfe-home=9.9.9', open)).rejects.toMatchObject({ code: 'unknown' });
});

test.each(['http://localhost:3001', 'http://localhost:3001/', 'http://localhost:3001/?x=1#y', 'http://127.0.0.1:3001'])(
  '%s is the dev server by the name that its own files know',
  async (address) => {
    const overrides = await resolve(`remote.mfe-home=${encodeURIComponent(address)}`, open);
    expect(overrides.get('mfe-home')).toEqual({ devServer: 'http://localhost:3001' });
  },
);

test('a dev server is shown to a browser of this machine only; a published release to any', async () => {
  await expect(resolve('remote.mfe-home=http://localhost:3001', open, { isLocal: false })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('same machine'),
  });
  expect((await resolve('remote.mfe-home=2.0.0', open, { isLocal: false })).size).toBe(1);
});

test('what was asked for is remembered until it goes back to live', () => {
  const first = mergeOverrides(
    new Map(),
    readQueryOverrides(new URLSearchParams('remote.mfe-home=1.0.0&q=ring')) ?? new Map(),
  );
  const cookie = buildOverridesCookie(first, KEY, now);
  expect(cookie).toMatch(/HttpOnly/);
  const remembered = readCookieOverrides(`x=1; ${cookie.split(';')[0]}`, KEY, now);
  expect([...remembered]).toEqual([['mfe-home', '1.0.0']]);
  expect([...mergeOverrides(remembered, new Map([['mfe-auth', '2.0.0']]))]).toEqual([
    ['mfe-home', '1.0.0'],
    ['mfe-auth', '2.0.0'],
  ]);
  expect(mergeOverrides(remembered, new Map([['mfe-home', 'live']])).size).toBe(0);
  expect(buildOverridesCookie(new Map(), KEY, now)).toContain('Max-Age=0');
  expect(readCookieOverrides(cookie.split(';')[0], KEY, new Date(now.getTime() + 8 * 86_400_000)).size).toBe(0);
});

const signedWithAnother =
  buildOverridesCookie(new Map([['mfe-home', 'http://localhost:3001']]), 'another key', now).split(';')[0] ?? '';
test.each([
  'remote_overrides=%E0%A4%A',
  'remote_overrides=',
  'remote_overrides=mfe-home%3Dhttp%253A%252F%252Flocalhost%253A3001',
  signedWithAnother,
  'other=1',
  '',
])('a cookie "%s" asks for nothing', (cookie) => {
  expect(readCookieOverrides(cookie, KEY, now).size).toBe(0);
});

test('a query without overrides asks for nothing, and names that are none are left out', () => {
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
])('%s leads to %s, and never to another site', (from, to) => {
  expect(stripOverrides(new URL(from, 'http://shop.invalid'))).toBe(to);
});
