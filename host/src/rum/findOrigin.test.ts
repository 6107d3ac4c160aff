import type { Composition } from '@shop/runtime/composition';
import type { RemoteId } from '@shop/runtime/remotes';
import { SliceError } from '@shop/shared/state';
import { findOrigin, findSuspects, setPageReleases } from './findOrigin';

const release = (version: string) => ({
  version,
  entry: `/remotes/mfe-home/remoteEntry.${version}.js`,
  container: `mfe_home_${version}`,
});
const composition: Composition = {
  'mfe-home': { ...release('live'), mounts: ['/'], missingTitle: 'x', previous: release('before') },
};

/** Sets the global that a release's entry defines. */
const loadEntry = (version: string, files: readonly string[]) =>
  Object.assign(window, { [`mfe_home_${version}`]: { files } });
const mountRelease = (version?: string) =>
  setPageReleases({
    composition,
    mounted: new Map<RemoteId, string>(version === undefined ? [] : [['mfe-home', version]]),
    findByPath: (path) => (path === '/' ? 'mfe-home' : undefined),
  });
const createErrorIn = (file: string): Error =>
  Object.assign(new TypeError('x is undefined'), {
    stack: `TypeError: x is undefined\n    at Hero (https://shop.example/remotes/mfe-home/${file}:1:2)\n    at a (https://shop.example/assets/react.js:1:1)`,
  });

beforeEach(() => {
  loadEntry('live', ['remote.new.js', 'shared.js']);
  loadEntry('before', ['remote.old.js', 'shared.js']);
});

test.each([
  [
    'attributes a file that only the live release has to it, even while another is shown',
    'remote.new.js',
    'before',
    'live',
  ],
  ['attributes a file that only the previous release has to it', 'remote.old.js', 'before', 'before'],
  ['attributes a shared file to the shown release', 'shared.js', 'before', 'before'],
  ['attributes a shared file to the live release while none is shown', 'shared.js', undefined, 'live'],
  ['attributes an entry to its release', 'remoteEntry.before.js', 'live', 'before'],
  ['attributes a retried entry to its release', 'remoteEntry.before.js?retry=1', 'live', 'before'],
  ['attributes an unknown file to the shown release', 'other.js', 'before', 'before'],
])('%s', (_what, file, mounted, expected) => {
  mountRelease(mounted);
  expect(findOrigin(createErrorIn(file))).toEqual({ remote: 'mfe-home', release: expected });
});

test('a release whose entry did not load has no files', () => {
  Reflect.deleteProperty(window, 'mfe_home_live');
  mountRelease();
  expect(findOrigin(createErrorIn('shared.js'))).toEqual({ remote: 'mfe-home', release: 'before' });
});

test('uses the file name of an uncaught error', () => {
  mountRelease('live');
  expect(findOrigin('Script error', 'https://shop.example/remotes/mfe-home/remote.new.js')).toEqual({
    remote: 'mfe-home',
    release: 'live',
  });
});

test("attributes a reducer's failure to the shown release of its remote", () => {
  mountRelease('before');
  expect(findOrigin(new SliceError('hero', 'mfe-home', new Error('x')))).toEqual({
    remote: 'mfe-home',
    release: 'before',
  });
});

test("errors of the host or of an invalid remote name are attributed to the page's release, if it has one", () => {
  mountRelease('before');
  expect(findOrigin('x', 'https://shop.example/assets/client.js')).toEqual({ remote: 'mfe-home', release: 'before' });
  mountRelease();
  expect(findOrigin('x', 'https://shop.example/assets/client.js')).toEqual({ remote: 'mfe-home', release: 'live' });
  window.history.replaceState(null, '', '/nowhere');
  expect(
    findOrigin(
      Object.assign(new Error('x'), { stack: 'Error: x\n    at a (https://shop.example/assets/client.js:1:1)' }),
    ),
  ).toEqual({ remote: null, release: null });
  expect(findOrigin('x', 'https://shop.example/remotes/__proto__/a.js')).toEqual({ remote: null, release: null });
});

test('damage is attributed to the new ones of the mounted releases, or else to the last one', () => {
  const suspectsOf = (newRemotes: readonly RemoteId[]) => {
    const mounted = new Map<RemoteId, string>([
      ['mfe-gifts', '1'],
      ['mfe-home', '2'],
      ['mfe-catalog', '3'],
    ]);
    const describe = (version: string, isNew: boolean) => ({
      ...release(version),
      mounts: [],
      missingTitle: '',
      ...(isNew ? { isNew } : {}),
    });
    setPageReleases({
      composition: Object.fromEntries(
        [...mounted].map(([remote, version]) => [remote, describe(version, newRemotes.includes(remote))]),
      ),
      mounted,
      findByPath: () => 'mfe-catalog',
    });
    return findSuspects().map(({ remote }) => remote);
  };
  expect(suspectsOf(['mfe-gifts'])).toEqual(['mfe-gifts']);
  expect(suspectsOf(['mfe-gifts', 'mfe-catalog'])).toEqual(['mfe-gifts', 'mfe-catalog']);
  expect(suspectsOf([])).toEqual(['mfe-catalog']);
});
