import fs from 'node:fs';
import path from 'node:path';
import { openRegistry, promote, publishRelease, type Registry } from '@shop/registry';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';
import { builtRemote } from '@shop/registry/testing/builtRemote';
import { inAnotherFolder } from '@shop/server-kit/testing/inAnotherFolder';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { buildServer } from './buildServer';
import { readConfig } from './config';
import { describeHost } from './releases/describeHost';
import { aHostDist } from './testing/aHostDist';

const repositoryRoot = path.resolve(__dirname, '../..');

let dist: ReturnType<typeof aHostDist>;
let registryDirectory: string;
let registry: Registry;
let app: FastifyInstance | undefined;
beforeEach(() => {
  dist = aHostDist();
  registryDirectory = path.join(dist.folder, 'registry');
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  dist.remove();
});

const start = async (logger: FastifyServerOptions['logger'] = false): Promise<FastifyInstance> => {
  const environment = {
    HOST_DIST: dist.hostDist,
    MEDIA_DIR: dist.mediaDirectory,
    REGISTRY_DIR: registryDirectory,
    API_ORIGIN: 'http://127.0.0.1:9',
    RELEASE_CACHE_DIR: path.join(dist.folder, 'releases'),
  };
  registry = openTestRegistry(environment.REGISTRY_DIR);
  app = await buildServer(readConfig(environment), registry, logger);
  await app.ready();
  return app;
};

const putLive = async (version: string): Promise<void> => {
  await registry.announceHost('announced', describeHost(dist.hostDist), new Date());
  await publishRelease(registry, builtRemote({ version, text: version }), 'home team', new Date());
  await promote(registry, { 'mfe-home': version }, { by: 'home team', now: new Date() });
};

const readReadiness = async (server: FastifyInstance): Promise<{ status: number; reasons: unknown }> => {
  const answer = await server.inject('/health/ready');
  return { status: answer.statusCode, reasons: answer.json<{ reasons?: unknown }>().reasons };
};

test('a host without a live release is not ready and says why', async () => {
  const server = await start();
  expect(await readReadiness(server)).toEqual({
    status: 503,
    reasons: ['No release is live. The registry is empty, or REGISTRY_DIR names the wrong one.'],
  });
  expect((await server.inject('/health')).statusCode).toBe(200);
  await putLive('1.0.0');
  expect(await readReadiness(server)).toEqual({ status: 200, reasons: undefined });
});

test('logs the reasons once, and again when they change', async () => {
  const logged: string[] = [];
  const server = await start({ level: 'error', stream: { write: (line) => void logged.push(line) } });
  const reasonsLogged = (): unknown[] =>
    logged
      .map((line) => JSON.parse(line) as { msg: string; reasons: string[] })
      .filter(({ msg }) => msg === 'not ready')
      .map(({ reasons }) => reasons.length);
  for (let n = 0; n < 3; n += 1) await readReadiness(server);
  expect(reasonsLogged()).toEqual([1]);
  await putLive('1.0.0');
  for (let n = 0; n < 3; n += 1) await readReadiness(server);
  expect(reasonsLogged()).toEqual([1]);
  fs.rmSync(path.join(dist.folder, 'releases/node'), { recursive: true }); // the files that renderers read
  for (let n = 0; n < 3; n += 1) await readReadiness(server);
  expect(reasonsLogged()).toEqual([1, 1]);
});

test('a host that loses its registry shows its live releases, says so, and follows the registry once it is back', async () => {
  const server = await start();
  await putLive('1.0.0');
  expect((await readReadiness(server)).status).toBe(200);
  fs.renameSync(registryDirectory, `${registryDirectory}-away`);
  const lost = await server.inject('/health/ready');
  expect(lost.statusCode).toBe(200);
  expect(lost.json()).toEqual({ status: true, warnings: ['The registry cannot be read.'] });
  const shown = await server.inject('/');
  expect(shown.body).toContain('"version":"1.0.0"');
  fs.rmSync(registryDirectory, { recursive: true, force: true });
  fs.renameSync(`${registryDirectory}-away`, registryDirectory);
  expect((await server.inject('/health/ready')).json()).toEqual({ status: true });
  await putLive('1.1.0');
  expect((await server.inject('/?again')).body).toContain('"version":"1.1.0"');
});

test('names a live release whose node build is missing, without a path', async () => {
  const server = await start();
  await putLive('1.0.0');
  fs.rmSync(path.join(registryDirectory, 'mfe-home/1.0.0/node'), { recursive: true });
  const { status, reasons } = await readReadiness(server);
  expect({ status, reasons }).toEqual({ status: 503, reasons: ['mfe-home 1.0.0 cannot be read.'] });
  expect(JSON.stringify(reasons)).not.toContain(dist.folder);
});

test('a host that cannot load its own build is not ready', async () => {
  fs.writeFileSync(path.join(dist.hostDist, 'node/server.js'), 'throw new Error("broken build");');
  const server = await start();
  await putLive('1.0.0');
  expect(await readReadiness(server)).toEqual({
    status: 503,
    reasons: ['The renderer does not start or does not respond.'],
  });
});

test('resolves relative paths in the environment against the repository, not the current directory', async () => {
  const config = await inAnotherFolder(() =>
    readConfig({ RELEASE_CACHE_DIR: 'x/cache', MEDIA_DIR: './x/media', HOST_DIST: 'x/dist' }),
  );
  expect(config).toMatchObject({
    releaseCacheDirectory: path.join(repositoryRoot, 'x/cache'),
    mediaDirectory: path.join(repositoryRoot, 'x/media'),
    hostDist: path.join(repositoryRoot, 'x/dist'),
  });
  const { storage } = await inAnotherFolder(() => openRegistry({ REGISTRY_DIR: 'x/registry' }));
  expect(storage instanceof FileStorage && storage.directory).toBe(path.join(repositoryRoot, 'x/registry'));
});
