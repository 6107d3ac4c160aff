import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const repositoryRoot = path.resolve(__dirname, '..');
const tsx = path.join(repositoryRoot, 'node_modules/.bin/tsx');
const HOST_PORT = 3920;
const API_PORT = 4920;

const waitFor = async (url: string): Promise<void> => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error(`${url} did not answer`);
};

export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

const stopAll = async (children: readonly ChildProcess[]): Promise<void> => {
  const ended = children.map((child) => new Promise((resolve) => child.on('exit', resolve)));
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ended);
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
  const [program = tsx, ...args] = [...prefix, tsx, path.join(repositoryRoot, 'api/src/server.ts')];
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: { ...process.env, API_PORT: String(API_PORT), DATA_DIR: benchData, LOG_LEVEL: 'error', ...env },
  });
  const url = `http://127.0.0.1:${API_PORT}`;
  await waitFor(`${url}/api/health/ready`);
  return { url, stop: () => stopAll([child]) };
};

/** Starts another host for an API, with its own registry. */
export const startHost = async (apiUrl: string, registry: string, port: number): Promise<Running> => {
  const host = spawn(tsx, ['host/server/main.ts'], {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      API_ORIGIN: apiUrl,
      REGISTRY_DIR: registry,
      LOG_LEVEL: 'error',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(`${url}/health`);
  return { url, stop: () => stopAll([host]) };
};

/** Directory of the benchmarks' releases. */
export const benchRegistry = path.join(repositoryRoot, '.data/bench-registry');

/** Starts the whole shop like `npm start`, on separate ports. */
export const startShop = async (): Promise<Running & { readonly apiUrl: string }> => {
  const registry = benchRegistry;
  fs.rmSync(registry, { recursive: true, force: true });
  const publish = spawn(tsx, ['federation/registry/cli.ts', 'publish', '--all', '--skip-checks'], {
    cwd: repositoryRoot,
    stdio: 'inherit',
    env: { ...process.env, REGISTRY_DIR: registry },
  });
  await new Promise((resolve) => publish.on('exit', resolve));
  const api = await startApi({});
  const host = await startHost(api.url, registry, HOST_PORT);
  return {
    url: host.url,
    apiUrl: api.url,
    stop: async () => {
      await host.stop();
      await api.stop();
    },
  };
};
