import type { RemoteId } from '@shop/runtime/remotes';
import { createVisitorSeed } from '@shop/registry';
import { aRelease } from '../testing/aRelease';
import type { DevRelease } from '../dev-servers/DevRelease';
import { chooseReleases, type Override } from './chooseReleases';
import type { LocalRelease, RemoteReleases } from './LiveComposition';

const shown = (version: string, remote: RemoteId = 'mfe-home'): LocalRelease => ({
  release: aRelease({ remote, version }),
  urlBase: `/remotes/${remote}/${version}/`,
  nodeEntry: '',
  styles: new Map(),
});
const place = { mounts: ['/'], missingTitle: 'This page is not loading' };
const createReleases = (home: Partial<RemoteReleases>): ReadonlyMap<RemoteId, RemoteReleases> =>
  new Map([
    ['mfe-home', { audience: 'shoppers', live: shown('1'), canary: undefined, previous: shown('0'), place, ...home }],
  ]);
const canary = (weight: number) => ({ ...shown('2'), weight });
const home = (...args: Parameters<typeof chooseReleases>) => chooseReleases(...args).composition['mfe-home'];

test('without a canary everyone gets the live release, with a stand-in and without a seed', () => {
  const { composition, newSeed } = chooseReleases(createReleases({}), undefined);
  expect(composition['mfe-home']).toMatchObject({
    version: '1',
    entry: '/remotes/mfe-home/1/remoteEntry.1.js',
    mounts: ['/'],
    previous: { version: '0' },
  });
  expect(newSeed).toBeUndefined();
});

test('a canary of 100 % or 0 % needs no seed', () => {
  expect(chooseReleases(createReleases({ canary: canary(100) }), undefined)).toMatchObject({
    composition: { 'mfe-home': { version: '2', previous: { version: '1' } } },
    newSeed: undefined,
  });
  expect(chooseReleases(createReleases({ canary: canary(0) }), undefined)).toMatchObject({
    composition: { 'mfe-home': { version: '1' } },
    newSeed: undefined,
  });
});

test('a release is new as a canary, and for an hour after it was promoted', () => {
  const liveSince = new Date('2026-01-01T12:00:00Z');
  const after = (minutes: number): Date => new Date(liveSince.getTime() + minutes * 60_000);
  const isNew = (releases: Partial<RemoteReleases>, now: Date) =>
    home(createReleases(releases), undefined, undefined, now)?.isNew;
  expect(isNew({ liveSince }, after(59))).toBe(true);
  expect(isNew({ liveSince }, after(60))).toBeUndefined();
  expect(isNew({ liveSince, canary: canary(100) }, after(60))).toBe(true);
  expect(isNew({}, after(0))).toBeUndefined();
});

test('a visitor keeps the release of the first visit', () => {
  const releases = createReleases({ canary: canary(50) });
  for (let n = 0; n < 50; n += 1) {
    const first = chooseReleases(releases, 'storefront=organic');
    const again = chooseReleases(releases, `visitor_seed=${first.newSeed}; storefront=organic`);
    expect(again.composition).toEqual(first.composition);
    expect(again.newSeed).toBeUndefined();
  }
});

test('about half of the visitors get a canary of 50 %', () => {
  const releases = createReleases({ canary: canary(50) });
  const share =
    Array.from({ length: 10_000 }, () => home(releases, `visitor_seed=${createVisitorSeed()}`)?.version).filter(
      (version) => version === '2',
    ).length / 10_000;
  expect(Math.abs(share - 0.5)).toBeLessThan(0.03);
});

test('ignores an invalid seed cookie', () => {
  expect(chooseReleases(createReleases({ canary: canary(50) }), 'visitor_seed=<script>').newSeed).toMatch(
    /^[0-9a-f]{24}$/,
  );
});

test('an override takes precedence, is marked, and has no stand-in', () => {
  const override: Override = { shown: shown('1.4.0-pr7') };
  expect(home(createReleases({ canary: canary(100) }), undefined, new Map([['mfe-home', override]]))).toEqual(
    expect.objectContaining({ version: '1.4.0-pr7', isOverride: true }),
  );
  expect(home(createReleases({}), undefined, new Map([['mfe-home', override]]))).not.toHaveProperty('previous');
});

const served: DevRelease = {
  place: { mounts: ['/', '/new'], missingTitle: 'Being built' },
  version: 'development-1',
  nodeEntry: '/copies/development-1/remoteEntry.js',
  origin: 'http://localhost:3001',
  entry: 'http://localhost:3001/remoteEntry.js',
  styles: [],
  chunkStyles: {},
  clientScripts: [],
};

test("a dev server's remote replaces the live release, at its own mounts", () => {
  const { composition, remotes, standIns, dev } = chooseReleases(
    createReleases({ canary: canary(100) }),
    undefined,
    new Map([['mfe-home', { dev: served }]]),
  );
  expect(composition['mfe-home']).toEqual({
    version: 'development',
    entry: 'http://localhost:3001/remoteEntry.js',
    container: 'mfe_home',
    mounts: ['/', '/new'],
    missingTitle: 'Being built',
    isOverride: true,
  });
  expect([remotes, standIns]).toEqual([{}, {}]);
  expect(dev).toEqual({ 'mfe-home': served });
});

test("a dev server's remote is shown even if it has no release", () => {
  const gifts: RemoteId = 'mfe-gifts';
  const { composition, dev } = chooseReleases(createReleases({}), undefined, new Map([[gifts, { dev: served }]]));
  expect(composition[gifts]).toMatchObject({ container: 'mfe_gifts', isOverride: true });
  expect(composition['mfe-home']).toMatchObject({ version: '1' });
  expect(Object.keys(dev)).toEqual([gifts]);
});

test('a remote without a usable release keeps its mounts', () => {
  expect(
    home(
      createReleases({ live: undefined, previous: undefined, place: { ...place, mounts: ['/', '/about'] } }),
      undefined,
    ),
  ).toMatchObject({ entry: '', mounts: ['/', '/about'], missingTitle: 'This page is not loading' });
});

test('a remote that is not live yet can be previewed', () => {
  const gifts: RemoteId = 'mfe-gifts';
  const { composition, remotes } = chooseReleases(
    createReleases({}),
    undefined,
    new Map([[gifts, { shown: shown('1', gifts) }]]),
  );
  expect(composition[gifts]).toMatchObject({ version: '1', isOverride: true });
  expect(remotes[gifts]).toBeDefined();
});
