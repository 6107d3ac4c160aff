import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { publishRelease, Registry, RegistryError, type ReleaseSource } from './index';

let workspace: string;
let registry: Registry;
const noon = new Date('2026-01-01T12:00:00Z');

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = new Registry(path.join(workspace, 'registry'));
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

const manifest = {
  metaData: { remoteEntry: { name: 'remoteEntry.1.js' } },
  exposes: [{ path: './remote', assets: { js: { sync: ['remote.1.js'], async: ['12.1.js', 'blog.1.js'] }, css: { sync: ['remote.1.css'], async: ['blog.1.css'] } } }],
};

/** A built remote whose code says `text`. */
const builtRemote = async (text: string, overrides: Partial<ReleaseSource> = {}): Promise<ReleaseSource> => {
  const dist = await fs.mkdtemp(path.join(workspace, 'dist-'));
  for (const target of ['web', 'node']) {
    await fs.mkdir(path.join(dist, target));
    await fs.writeFile(path.join(dist, target, 'mf-manifest.json'), JSON.stringify(manifest));
    await fs.writeFile(path.join(dist, target, 'remote.1.js'), text);
  }
  return { remote: 'mfe-home', dist, packageVersion: '1.0.0', contract: 1, ...overrides };
};

test('a published release names what its pages need and hashes every file', async () => {
  const release = await publishRelease(registry, await builtRemote('one'), noon);
  expect(release).toMatchObject({ web: { entry: 'remoteEntry.1.js', scripts: ['remote.1.js'], styles: ['remote.1.css'], chunks: { blog: { scripts: ['blog.1.js'], styles: ['blog.1.css'] } } } });
  expect(Object.keys(release.files).sort()).toEqual(['node/mf-manifest.json', 'node/remote.1.js', 'web/mf-manifest.json', 'web/remote.1.js']);
  expect(release.version).toMatch(/^1\.0\.0-[0-9a-f]{10}$/);
});

test('publishing makes nothing live', async () => {
  await publishRelease(registry, await builtRemote('one'), noon);
  expect(registry.readComposition().live).toEqual({});
});

test('publishing the same files again is the same release', async () => {
  const first = await publishRelease(registry, await builtRemote('one'), noon);
  const again = await publishRelease(registry, await builtRemote('one'), new Date('2026-02-01T00:00:00Z'));
  expect(again).toEqual(first);
});

test('a version cannot be published again with other files', async () => {
  await publishRelease(registry, await builtRemote('one', { exactVersion: '2.0.0' }), noon);
  const other = await builtRemote('two', { exactVersion: '2.0.0' });
  await expect(publishRelease(registry, other, noon)).rejects.toThrow('mfe-home 2.0.0 is already published with other files');
});

test('promoting makes a release live, and rolling back brings the one before it', async () => {
  const one = await publishRelease(registry, await builtRemote('one'), noon);
  const two = await publishRelease(registry, await builtRemote('two'), noon);
  await registry.promote('mfe-home', one.version, noon);
  const stamp = registry.compositionStamp();
  await registry.promote('mfe-home', two.version, noon);
  expect(registry.compositionStamp()).not.toBe(stamp);
  expect(registry.readComposition().live).toEqual({ 'mfe-home': two.version });
  expect(await registry.rollback('mfe-home', noon)).toBe(one.version);
  expect(registry.readComposition().live).toEqual({ 'mfe-home': one.version });
});

test('a release that is not there cannot go live', async () => {
  await expect(registry.promote('mfe-home', '9.9.9', noon)).rejects.toThrow(RegistryError);
});

test('rolling back without an earlier release says so', async () => {
  await expect(registry.rollback('mfe-home', noon)).rejects.toThrow('no earlier live release');
});

test('changes made at once do not lose each other', async () => {
  const remotes = ['mfe-home', 'mfe-auth', 'mfe-catalog', 'mfe-cart-checkout'] as const;
  const releases = await Promise.all(
    remotes.map(async (remote) => publishRelease(registry, await builtRemote(remote, { remote }), noon)),
  );
  await Promise.all(releases.map((release, i) => registry.promote(remotes[i] ?? 'mfe-home', release.version, noon)));
  expect(Object.keys(registry.readComposition().live).sort()).toEqual([...remotes].sort());
});
