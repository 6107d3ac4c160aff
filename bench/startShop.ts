import fs from 'node:fs';
import path from 'node:path';
import { findRemoteIds, readRemote } from '@shop/build/repository';
import {
  createUrlCheck,
  ManagedProcess,
  repositoryRoot,
  tsxArguments,
  type ProcessOptions,
} from '@shop/server-kit/testing/ManagedProcess';

const HOST_PORT = 3920;
const API_PORT = 4920;

export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

const startServer = async (url: string, readyPath: string, options: ProcessOptions): Promise<Running> => {
  const server = new ManagedProcess({ ...options, stdio: 'inherit', isReady: createUrlCheck(url + readyPath) });
  await server.start();
  return { url, stop: async () => void (await server.stop()) };
};

/** Directory of the benchmarks' embedded database. */
export const benchData = path.join(repositoryRoot, '.data/bench-pglite');

/**
 * Starts the API alone, on a new or existing embedded database or on DATABASE_URL. `prefix` precedes the command, such
 * as taskset.
 */
export const startApi = async (
  env: Record<string, string>,
  prefix: readonly string[] = [],
  { fresh = true } = {},
): Promise<Running> => {
  if (fresh) fs.rmSync(benchData, { recursive: true, force: true });
  const [command = process.execPath, ...args] = [...prefix, process.execPath, ...tsxArguments('api/src/server.ts')];
  return startServer(`http://127.0.0.1:${API_PORT}`, '/api/health/ready', {
    name: 'The API',
    command,
    args,
    env: { API_PORT: String(API_PORT), DATA_DIR: benchData, LOG_LEVEL: 'error', ...env },
  });
};

/** Starts another host for an API, with its own registry. */
export const startHost = (apiUrl: string, registry: string, port: number): Promise<Running> =>
  startServer(`http://127.0.0.1:${port}`, '/health', {
    name: 'The host',
    args: tsxArguments('host/server/main.ts'),
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      API_ORIGIN: apiUrl,
      REGISTRY_DIR: registry,
      LOG_LEVEL: 'error',
    },
  });

/** The back office is not measured, and its remote would need a grant. */
export const findShopRemotes = () => findRemoteIds().filter((remote) => readRemote(remote).audience !== 'staff');

/** Directory of the benchmarks' releases. */
export const benchRegistry = path.join(repositoryRoot, '.data/bench-registry');

/** Releases the built remotes of the shop into the registry of the benchmarks. */
const publishShop = async (): Promise<void> => {
  const registry = benchRegistry;
  fs.rmSync(registry, { recursive: true, force: true });
  const make = new ManagedProcess({
    name: 'The registry',
    args: tsxArguments('federation/registry/cli.ts', 'init'),
    stdio: 'inherit',
    env: { REGISTRY_DIR: registry },
  });
  await (
    await make.start()
  ).ended;
  const publish = new ManagedProcess({
    name: 'The first releases',
    args: tsxArguments('federation/registry/cli.ts', 'publish', ...findShopRemotes(), '--skip-checks'),
    stdio: 'inherit',
    env: { REGISTRY_DIR: registry },
  });
  await (
    await publish.start()
  ).ended;
};

/** Starts the whole shop like `npm start`, on separate ports. */
export const startShop = async (): Promise<Running & { readonly apiUrl: string }> => {
  await publishShop();
  const api = await startApi({});
  const host = await startHost(api.url, benchRegistry, HOST_PORT);
  return {
    url: host.url,
    apiUrl: api.url,
    stop: async () => {
      await host.stop();
      await api.stop();
    },
  };
};
