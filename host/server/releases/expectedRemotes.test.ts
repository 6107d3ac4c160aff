import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { listMenuLinks, type RemotePlace } from '@shop/runtime/composition';
import { promote, publishRelease, type Registry, retire } from '@shop/registry';
import { aHost, builtRemote } from '@shop/registry/testing/builtRemote';
import { chooseReleases } from './chooseReleases';
import { LiveComposition } from './LiveComposition';
import { LocalReleases } from './LocalReleases';
import { readExpectedRemotes } from './readExpectedRemotes';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

let folder: string;
let registry: Registry;
const context = { by: 'a team', now: new Date('2026-01-01T12:00:00Z') };

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'expected-'));
  registry = openTestRegistry(folder);
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const readComposition = async (
  expected: Readonly<Record<string, RemotePlace>> = readExpectedRemotes(console.error),
) => {
  const live = new LiveComposition(
    registry,
    new LocalReleases(registry, path.join(folder, 'cache')),
    aHost(),
    () => undefined,
    expected,
  );
  return chooseReleases(await live.getReleases(), undefined).composition;
};

const putLive = async (): Promise<void> => {
  await publishRelease(
    registry,
    builtRemote({ remote: 'mfe-gifts', mounts: ['/gifts'], version: '1.0.0' }),
    'gifts team',
    context.now,
  );
  await promote(registry, { 'mfe-gifts': '1.0.0' }, context);
};

test('an unreleased remote of the repository has its mounts and a message', async () => {
  expect((await readComposition())['mfe-home']).toMatchObject({
    version: '',
    entry: '',
    mounts: expect.arrayContaining(['/about']),
    missingTitle: 'This page is not loading',
  });
});

test('an unreleased remote for staff is missing in the back office alone', async () => {
  const place = { mounts: ['/admin'], missingTitle: 'The desk is not loading', audience: 'staff' } as const;
  const live = new LiveComposition(
    registry,
    new LocalReleases(registry, path.join(folder, 'cache')),
    aHost(),
    () => undefined,
    { 'mfe-desk': place },
  );
  expect([...(await live.getReleasesFor('shoppers')).keys()]).toEqual([]);
  expect([...(await live.getReleasesFor('staff')).keys()]).toEqual(['mfe-desk']);
});

test('the page of a remote whose local build was refused has the reasons, until it has a release', async () => {
  const expected = readExpectedRemotes(console.error, { 'mfe-home': ['/ fails on the server: TypeError: x'] });
  expect((await readComposition(expected))['mfe-home']?.refusedBecause).toEqual([
    '/ fails on the server: TypeError: x',
  ]);
  await publishRelease(registry, builtRemote({ version: '1.0.0' }), 'home team', context.now);
  await promote(registry, { 'mfe-home': '1.0.0' }, context);
  expect((await readComposition(expected))['mfe-home']).not.toHaveProperty('refusedBecause');
});

test('shows live releases even if the host knows no remotes', async () => {
  await putLive();
  expect(await readComposition({})).toEqual({
    'mfe-gifts': expect.objectContaining({ version: '1.0.0', mounts: ['/gifts'] }),
  });
});

test('a retired remote has no mounts and no message, even if its folder is there and it had earlier releases', async () => {
  await publishRelease(
    registry,
    builtRemote({ remote: 'mfe-gifts', mounts: ['/gifts'], version: '1.1.0', text: 'two' }),
    'gifts team',
    context.now,
  );
  await putLive();
  await promote(registry, { 'mfe-gifts': '1.1.0' }, context);
  await retire(registry, 'mfe-gifts', context);
  const place = { mounts: ['/gifts'], missingTitle: 'Gifts are not loading' };
  expect(await readComposition({ 'mfe-gifts': place })).toEqual({});
  await promote(registry, { 'mfe-gifts': '1.0.0' }, context);
  expect(await readComposition({})).toMatchObject({ 'mfe-gifts': { version: '1.0.0', mounts: ['/gifts'] } });
});

test("the page's composition has the links of live remotes for the header's menu, not those of retired ones", async () => {
  const menu = [{ label: 'Gifts', href: '/gifts' }];
  await publishRelease(
    registry,
    builtRemote({ remote: 'mfe-gifts', mounts: ['/gifts'], version: '1.0.0', menu }),
    'gifts team',
    context.now,
  );
  await promote(registry, { 'mfe-gifts': '1.0.0' }, context);
  expect(listMenuLinks(await readComposition({}))).toEqual(menu);
  await retire(registry, 'mfe-gifts', context);
  expect(listMenuLinks(await readComposition({}))).toEqual([]);
});

test('keeps the mounts of an unusable live release of an unknown remote', async () => {
  await putLive();
  await fs.writeFile(path.join(folder, 'mfe-gifts/1.0.0/node/node.1.js'), 'altered');
  expect(await readComposition({})).toEqual({
    'mfe-gifts': {
      version: '',
      entry: '',
      container: '',
      mounts: ['/gifts'],
      missingTitle: 'This page is not loading',
    },
  });
});
