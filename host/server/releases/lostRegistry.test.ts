import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promote, publishRelease, type Registry } from '@shop/registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';
import { S3Storage } from '@shop/server-kit/storage/S3Storage';
import { aHost, builtRemote } from '@shop/registry/testing/builtRemote';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { startS3 } from '@shop/server-kit/testing/startS3';
import fastify, { type FastifyInstance } from 'fastify';
import { serveFiles } from '../serveFiles';
import { aHostDist } from '../testing/aHostDist';
import { LastGood } from './LastGood';
import { LiveComposition } from './LiveComposition';
import { LocalReleases } from './LocalReleases';
import { readConfig } from '../config';

const context = { by: 'home team', now: new Date() };
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

let run = 0;
const createS3Storage = (prefix: string) => new S3Storage({ ...s3.options, prefix });
const storages: Record<string, (folder: string) => { open: () => ObjectStorage; lose: () => Promise<void> }> = {
  'a directory': (folder) => {
    const directory = path.join(folder, 'registry');
    return {
      open: () => new FileStorage(directory),
      lose: () => fs.rm(directory, { recursive: true }),
    };
  },
  'a bucket': () => {
    const prefix = `lost-${(run += 1)}/`;
    return {
      open: () => createS3Storage(prefix),
      lose: () => createS3Storage('').removeAll(prefix),
    };
  },
};

describe.each(Object.entries(storages))('a host whose registry in %s is lost', (_what, create) => {
  let folder: string;
  let storage: ReturnType<typeof create>;
  let registry: Registry;
  let dist: ReturnType<typeof aHostDist>;
  const hosts: FastifyInstance[] = [];
  const opened: LiveComposition[] = [];
  const warnings: string[] = [];

  beforeEach(async () => {
    warnings.length = 0;
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lost-'));
    dist = aHostDist();
    storage = create(folder);
    registry = openTestRegistry(storage.open());
    for (const version of ['1', '2'])
      await publishRelease(registry, builtRemote({ version, text: version }), 'home team', context.now);
    await publishRelease(registry, builtRemote({ remote: 'mfe-gifts', mounts: ['/gifts'] }), 'a team', context.now);
    const [gifts] = await registry.listReleases('mfe-gifts');
    await promote(registry, { 'mfe-home': '1', 'mfe-gifts': gifts?.version ?? '' }, context);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ copied }) => copied));
    for (const host of hosts.splice(0)) await host.close();
    dist.remove();
    await fs.rm(folder, { recursive: true, force: true });
  });

  /** Starts what a host reads releases with, after a restart with what it kept on its disk. */
  const start = async () => {
    const own = openTestRegistry(storage.open());
    const cache = path.join(folder, 'cache');
    const lastGood = new LastGood(cache, own.storage.name);
    const local = new LocalReleases(own, cache);
    const live = new LiveComposition(own, local, aHost(), (message) => warnings.push(message), {}, lastGood);
    opened.push(live);
    const app = fastify();
    hosts.push(app);
    await serveFiles(
      app,
      readConfig({ HOST_DIST: dist.hostDist, MEDIA_DIR: dist.mediaDirectory }),
      {
        registry: own,
        local,
        live,
        lastGood,
      },
      () => 'shoppers',
    );
    await live.refresh();
    await live.copied;
    const readFile = async (version = '1'): Promise<string> => {
      const shown = (await live.getReleases()).get('mfe-home')?.live;
      expect(shown?.release.version).toBe(version);
      const { statusCode, body } = await app.inject(`${shown?.urlBase}${shown?.release.web.entry}`);
      expect(statusCode).toBe(200);
      return body;
    };
    return { live, readFile };
  };

  test('shows its releases and serves their files, also after a restart', async () => {
    const running = await start();
    const before = await running.readFile();
    await storage.lose();
    await running.live.refresh();
    expect(running.live.problem).toBe('The registry cannot be read.');
    expect(await running.readFile()).toBe(before);
    const restarted = await start();
    expect(restarted.live.problem).toBe('The registry cannot be read.');
    expect(await restarted.readFile()).toBe(before);
  });

  test('does not follow a new registry that lacks what it shows', async () => {
    const running = await start();
    await storage.lose();
    await running.live.refresh();
    const restarted = await start();
    const anew = openTestRegistry(storage.open());
    await publishRelease(anew, builtRemote({ version: '9', text: '9' }), 'home team', context.now);
    await promote(anew, { 'mfe-home': '9' }, context);
    for (const { live, readFile } of [running, restarted]) {
      await live.refresh();
      expect(live.problem).toMatch(/^The registry is not followed: the composition has lost its history since .+\.$/);
      expect(await readFile()).toBe('/* 1 */');
      expect([...(await live.getReleases()).keys()].sort()).toEqual(['mfe-gifts', 'mfe-home']);
    }
    expect(warnings.filter((warning) => warning.includes('lost its history')).length).toBeGreaterThan(0);
  });

  test('follows it as before once it is back', async () => {
    const { live, readFile } = await start();
    jest.spyOn(live.registry, 'readCompositionTag').mockRejectedValueOnce(new Error('no answer'));
    await live.refresh();
    expect(live.problem).toBeDefined();
    await promote(registry, { 'mfe-home': '2' }, context);
    await live.refresh();
    expect(live.problem).toBeUndefined();
    expect(await readFile('2')).toBe('/* 2 */');
  });
});
