import type { Composition } from '@shop/federation/composition';
import type { RemoteId } from '@shop/federation/remotes';
import { setPageReleases, findOrigin } from './findOrigin';

const release = (version: string) => ({
  version,
  entry: `/remotes/mfe-home/remoteEntry.${version}.js`,
  container: `mfe_home_${version}`,
});
const composition: Composition = {
  'mfe-home': { ...release('live'), mounts: ['/'], missingTitle: 'x', previous: release('before') },
};

/** As entries leave it in the page. */
const loadEntry = (version: string, files: readonly string[]) =>
  Object.assign(window, { [`mfe_home_${version}`]: { files } });
const mountRelease = (version?: string) =>
  setPageReleases({
    composition,
    mounted: new Map<RemoteId, string>(version === undefined ? [] : [['mfe-home', version]]),
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
  ['a file that only the live release has is its own, also while another is shown', 'remote.new.js', 'before', 'live'],
  ['a file that only the release before has is its own', 'remote.old.js', 'before', 'before'],
  ['a file that both have is of the one that is shown', 'shared.js', 'before', 'before'],
  ['a file that both have is of the live one while none is shown', 'shared.js', undefined, 'live'],
  ['an entry is its own release', 'remoteEntry.before.js', 'live', 'before'],
  ['an entry that was asked for again, too', 'remoteEntry.before.js?retry=1', 'live', 'before'],
  ['a file that nobody knows is of the one that is shown', 'other.js', 'before', 'before'],
  ['a file of a release of before says itself whose it is', '1.0.0%2Bb/remote.1.js', 'live', '1.0.0+b'],
])('%s', (_what, file, mounted, expected) => {
  mountRelease(mounted);
  expect(findOrigin(createErrorIn(file))).toEqual({ remote: 'mfe-home', release: expected });
});

test('a release whose entry did not come has no files', () => {
  Reflect.deleteProperty(window, 'mfe_home_live');
  mountRelease();
  expect(findOrigin(createErrorIn('shared.js'))).toEqual({ remote: 'mfe-home', release: 'before' });
});

test('what nobody caught is told by the file that the browser names', () => {
  mountRelease('live');
  expect(findOrigin('Script error', 'https://shop.example/remotes/mfe-home/remote.new.js')).toEqual({
    remote: 'mfe-home',
    release: 'live',
  });
});

test("the host's own errors, and those of a name that is no remote's, have none", () => {
  expect(
    findOrigin(
      Object.assign(new Error('x'), { stack: 'Error: x\n    at a (https://shop.example/assets/client.js:1:1)' }),
    ),
  ).toEqual({ remote: null, release: null });
  expect(findOrigin('x', 'https://shop.example/remotes/__proto__/a.js')).toEqual({ remote: null, release: null });
});
