import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promote, publishRelease, type Registry } from '@shop/registry';
import { S3Storage } from '@shop/server-kit/storage/S3Storage';
import { aHost, builtRemote } from '@shop/registry/testing/builtRemote';
import { startS3 } from '@shop/server-kit/testing/startS3';
import { LiveComposition } from './LiveComposition';
import { LocalReleases } from './LocalReleases';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

/** A host with a bucket as registry: released files are copied to its own disk and verified. */
let s3: Awaited<ReturnType<typeof startS3>>;
let cache: string;
let registry: Registry;
const warnings: string[] = [];
const now = new Date();

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
let run = 0;
beforeEach(async () => {
  cache = await fs.mkdtemp(path.join(os.tmpdir(), 'releases-'));
  registry = openTestRegistry(new S3Storage({ ...s3.options, prefix: `run-${(run += 1)}/` }));
  warnings.length = 0;
});
afterEach(() => fs.rm(cache, { recursive: true, force: true }));

const publish = async (version: string, live = true): Promise<void> => {
  await publishRelease(registry, builtRemote({ version, text: version }), 'home team', now);
  if (live) await promote(registry, { 'mfe-home': version }, { by: 'home team', now });
};
const createComposition = (local = new LocalReleases(registry, cache)): LiveComposition =>
  new LiveComposition(registry, local, aHost(), (message) => warnings.push(message));

test('fetches a release once and renders it from local disk', async () => {
  await publish('1');
  const live = (await createComposition().getReleases()).get('mfe-home')?.live;
  expect(live?.release.version).toBe('1');
  expect(await fs.readFile(live?.nodeEntry ?? '', 'utf8')).toBe(
    await fs.readFile(path.join(cache, 'mfe-home/1/node/node.1.js'), 'utf8'),
  );
  expect(live?.nodeEntry.startsWith(path.join(cache, 'node/'))).toBe(true);
  // the build reads its own name from the path
  expect(live?.nodeEntry.endsWith('/mfe-home/1/node/node.1.js')).toBe(true);
  const entry = path.join(cache, 'mfe-home/1/web', live?.release.web.entry ?? '');
  expect(await fs.readFile(entry, 'utf8')).toBe('/* 1 */');
  expect((await fs.readdir(cache)).sort()).toEqual(['mfe-home', 'node']); // no partial downloads
});

test('deletes unused copies after a day', async () => {
  const local = new LocalReleases(registry, cache);
  const readCopy = async (version: string): Promise<string> => (
    await publish(version),
    local.getNodeDirectory('mfe-home', version)
  );
  const [shown, ofToday, ofYesterday] = [await readCopy('1'), await readCopy('2'), await readCopy('3')];
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  const named = (copy: string): string => path.relative(path.join(cache, 'node'), copy).split(path.sep)[0] ?? '';
  for (const copy of [shown, ofYesterday])
    await fs.utimes(path.join(cache, 'node', named(copy)), twoDaysAgo, twoDaysAgo);
  await local.deleteStaleCopies([path.join(shown, 'node.1.js')], new Date());
  expect((await fs.readdir(path.join(cache, 'node'))).sort()).toEqual([shown, ofToday].map(named).sort());
  await expect(local.getNodeDirectory('mfe-home', '3')).resolves.toBe(ofYesterday); // copied again on demand
  expect(await fs.readdir(ofYesterday)).toContain('node.1.js');
});

test('a host that follows the bucket sees a new release without any request', async () => {
  await publish('1');
  const composition = createComposition();
  await composition.refresh();
  const stop = composition.follow();
  await publish('2');
  await waitUntil(
    'the host shows release 2',
    async () => (await composition.getReleases()).get('mfe-home')?.live?.release.version === '2',
  );
  expect((await composition.getReleases()).get('mfe-home')?.previous?.release.version).toBe('1');
  stop();
}, 20_000);

test('falls back to the previous release if files in the bucket were modified', async () => {
  await publish('1');
  await publish('2');
  await registry.storage.write('mfe-home/2/node/node.1.js', 'altered');
  const home = (await createComposition().getReleases()).get('mfe-home');
  expect(home?.live?.release.version).toBe('1');
  expect(warnings.join()).toContain('node/node.1.js of mfe-home 2 has changed since it was published');
  await expect(fs.access(path.join(cache, 'mfe-home/2'))).rejects.toThrow();
});

test('keeps the current releases if the bucket does not respond', async () => {
  await publish('1');
  const composition = createComposition();
  await composition.refresh();
  jest.spyOn(registry, 'readCompositionTag').mockRejectedValue(new Error('no answer'));
  await composition.refresh();
  expect((await composition.getReleases()).get('mfe-home')?.live?.release.version).toBe('1');
  expect(warnings.join()).toContain('no answer');
});

test('falls back to the previous release if the live one is incompatible', async () => {
  await publish('1');
  await publishRelease(registry, builtRemote({ version: '2', requires: { react: '^20.0.0' } }), 'home team', now);
  await promote(registry, { 'mfe-home': '2' }, { by: 'home team', now });
  expect((await createComposition().getReleases()).get('mfe-home')?.live?.release.version).toBe('1');
  expect(warnings.join()).toContain('It needs react ^20.0.0; the live host h1 provides 19.3.1.');
});
