import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { grantAudience, promote, publishRelease, retire, type Registry } from '@shop/registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { aHost, builtRemote, findFile } from '@shop/registry/testing/builtRemote';
import { LiveComposition } from './LiveComposition';
import { LocalReleases } from './LocalReleases';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

/** A storage whose reads of releases can fail, while the composition stays readable. */
class RestingStorage extends FileStorage {
  rests = false;

  override async read(key: string) {
    if (this.rests && key.endsWith('/release.json'))
      throw Object.assign(new Error('Please reduce your request rate'), { code: 'SlowDown' });
    return super.read(key);
  }
}

let folder: string;
let writer: Registry;
let storage: RestingStorage;
let live: LiveComposition;
const warnings: string[] = [];
const context = (day: number) => ({ by: 'home team', now: new Date(Date.UTC(2026, 0, day)) });

beforeEach(async () => {
  warnings.length = 0;
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'live-'));
  writer = openTestRegistry(folder);
  await writer.announceHost('one', aHost(), new Date());
  for (const version of ['1.0.0', '1.1.0'])
    await publishRelease(writer, builtRemote({ version, text: version }), 'home team', context(1).now);
  await promote(writer, { 'mfe-home': '1.0.0' }, context(1));
  storage = new RestingStorage(folder);
  const registry = openTestRegistry(storage);
  live = new LiveComposition(registry, new LocalReleases(registry, path.join(folder, 'cache')), aHost(), (message) =>
    warnings.push(message),
  );
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const readShown = async (): Promise<string | undefined> =>
  (await live.getReleases()).get('mfe-home')?.live?.release.version;

test('a release for staff is shown to nobody but staff, and to nobody once the grant is withdrawn', async () => {
  await grantAudience(writer, 'mfe-desk', 'staff');
  const desk = builtRemote({ remote: 'mfe-desk', audience: 'staff', version: '1.0.0', mounts: ['/admin'] });
  await publishRelease(writer, desk, 'a team', context(1).now);
  await promote(writer, { 'mfe-desk': '1.0.0' }, context(2));
  const list = async () => [
    [...(await live.getReleasesFor('shoppers')).keys()],
    [...(await live.getReleasesFor('staff')).keys()],
  ];
  expect(await list()).toEqual([['mfe-home'], ['mfe-desk']]);
  expect([live.isKnown('mfe-home'), live.isKnown('mfe-desk')]).toEqual([true, false]);
  await retire(writer, 'mfe-desk', context(3));
  expect((await live.findRelease('mfe-desk', '1.0.0')).release.version).toBe('1.0.0'); // as a preview link asks
  await grantAudience(writer, 'mfe-desk', 'shoppers');
  await live.refresh();
  await expect(live.findRelease('mfe-desk', '1.0.0')).rejects.toMatchObject({ code: 'refused' });
  // Even if somebody puts it into the composition, by a way around the checks.
  await writer.change((file) => ({ ...file, live: { ...file.live, 'mfe-desk': '1.0.0' } }));
  for (const audience of ['shoppers', 'staff'] as const) {
    const { live: shown, place } = (await live.getReleasesFor(audience)).get('mfe-desk') ?? {};
    expect([shown, place]).toEqual([undefined, undefined]);
  }
});

test('recovers from a registry failure during startup', async () => {
  storage.rests = true;
  expect(await readShown()).toBeUndefined();
  expect(live.problem).toBe('The registry cannot be read.');
  storage.rests = false;
  expect(await readShown()).toBe('1.0.0');
  expect(live.problem).toBeUndefined();
});

test('shows the previous release until a temporarily unreadable one can be read', async () => {
  expect(await readShown()).toBe('1.0.0');
  await promote(writer, { 'mfe-home': '1.1.0' }, context(2));
  storage.rests = true;
  for (let time = 0; time < 3; time += 1) expect(await readShown()).toBe('1.0.0');
  expect(live.problem).toBe('The registry cannot be read.');
  expect(warnings).toHaveLength(1);
  storage.rests = false;
  expect(await readShown()).toBe('1.1.0');
  expect(live.problem).toBeUndefined();
});

test('falls back to the previous release if the live one is missing', async () => {
  await promote(writer, { 'mfe-home': '1.1.0' }, context(2));
  await fs.rm(path.join(folder, 'mfe-home/1.1.0'), { recursive: true });
  expect(await readShown()).toBe('1.0.0');
  expect(live.problem).toBeUndefined();
});

test.each(['node/node.1.js', 'web/remote.js'])(
  'does not show a release whose %s was modified on disk, but the previous one, and logs why',
  async (plain) => {
    const { files } = await writer.readRelease('mfe-home', '1.1.0');
    const file = plain in files ? plain : findFile(files, plain);
    expect(await readShown()).toBe('1.0.0');
    await promote(writer, { 'mfe-home': '1.1.0' }, context(2));
    await fs.writeFile(path.join(folder, 'mfe-home/1.1.0', file), 'altered');
    expect(await readShown()).toBe('1.0.0');
    expect(warnings.join()).toContain(`${file} of mfe-home 1.1.0 has changed since it was published`);
  },
);

test('does not reload a modified release when another remote changes', async () => {
  await promote(writer, { 'mfe-home': '1.1.0' }, context(2));
  expect(await readShown()).toBe('1.1.0');
  await fs.writeFile(path.join(folder, 'mfe-home/1.1.0/node/node.1.js'), 'altered');
  await publishRelease(writer, builtRemote({ remote: 'mfe-gifts', mounts: ['/gifts'] }), 'gifts team', context(3).now);
  const [gifts] = await writer.listReleases('mfe-gifts');
  await promote(writer, { 'mfe-gifts': gifts?.version ?? '' }, context(3));
  expect(await readShown()).toBe('1.0.0');
});
