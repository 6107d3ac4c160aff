import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FileStorage, promote, publishRelease, Registry } from '@shop/federation/registry';
import { aHost, builtRemote } from '@shop/federation/testing/builtRemote';
import { chooseReleases } from './chooseReleases';
import { LiveComposition } from './LiveComposition';
import { LocalReleases } from './LocalReleases';
import { readExpectedRemotes } from './readExpectedRemotes';

let folder: string;
let registry: Registry;
const occasion = { by: 'a team', now: new Date('2026-01-01T12:00:00Z') };

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'expected-'));
  registry = new Registry(new FileStorage(folder));
});
afterEach(() => fs.rm(folder, { recursive: true, force: true }));

const readComposition = async (expected = readExpectedRemotes(console.error)) => {
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
    occasion.now,
  );
  await promote(registry, { 'mfe-gifts': '1.0.0' }, occasion);
};

test('a remote of the repository that nobody has released has its place, and says so there', async () => {
  expect((await readComposition())['mfe-home']).toMatchObject({
    version: '',
    entry: '',
    mounts: expect.arrayContaining(['/about']),
    missingTitle: 'This page is not loading',
  });
});

test('what is live is shown by a host that knows no remotes of its own', async () => {
  await putLive();
  expect(await readComposition({})).toEqual({
    'mfe-gifts': expect.objectContaining({ version: '1.0.0', mounts: ['/gifts'] }),
  });
});

test('a live release that cannot be shown, of a remote that the host does not know, says so in its place', async () => {
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
