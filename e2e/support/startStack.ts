import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTopology, type Topology } from '../../ops/stack/startTopology';
import { killInTheMiddle } from './killInTheMiddle';
import {
  API_PORT,
  databaseDirectory,
  HOST_PORT,
  isProductionTopology,
  OIDC_PORT,
  registryDirectory,
  repositoryRoot,
  SHOP_URL,
  stackData,
  topologyPorts,
} from './stackConfig';

/** Starts the whole shop for the browser tests: an empty database and a new registry with the built remotes. */
const children: ChildProcess[] = [];
let topology: Topology | undefined;
const tsx = path.join(repositoryRoot, 'node_modules/.bin/tsx');

const start = (args: string[], env: Record<string, string>): ChildProcess => {
  const child = spawn(tsx, args, { cwd: repositoryRoot, stdio: 'inherit', env: { ...process.env, ...env } });
  children.push(child);
  return child;
};

const finished = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) =>
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A step of the stack ended with ${code}`)))),
  );

const waitFor = async (url: string): Promise<void> => {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await sleep(100);
  }
  throw new Error(`${url} did not answer`);
};

const stop = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGTERM', () => {
  stop();
  void topology?.stop().finally(() => process.exit(0));
  setTimeout(() => process.exit(0), 7_000).unref();
});
process.on('exit', stop);

/** Settings of the tests' API for the fake Google provider. */
const API_ENV = {
  GOOGLE_CLIENT_ID: 'shop',
  GOOGLE_CLIENT_SECRET: 'a secret between shop and provider',
  GOOGLE_ISSUER: `http://localhost:${OIDC_PORT}`,
  LOG_LEVEL: 'warn',
};
const HOST_ENV = { LOG_LEVEL: 'error' };

const publishReleases = async (): Promise<void> => {
  // Register the host's provided versions before releases are checked against them.
  await finished(start(['host/server/announce.ts'], { REGISTRY_DIR: registryDirectory }));
  await finished(start(['federation/registry/cli.ts', 'release-local'], { REGISTRY_DIR: registryDirectory }));
};

const startSimple = async (): Promise<void> => {
  await publishReleases();
  await finished(start(['e2e/support/fillShelves.ts'], {}));
  start(['api/src/server.ts'], {
    API_PORT: String(API_PORT),
    DATA_DIR: databaseDirectory,
    PUBLIC_URL: SHOP_URL,
    TRUSTED_PROXIES: '1',
    ...API_ENV,
  });
  await waitFor(`http://127.0.0.1:${API_PORT}/api/health/ready`);
  // Tests act as a proxy: each sends its own client address.
  start(['host/server/main.ts'], {
    PORT: String(HOST_PORT),
    API_ORIGIN: `http://127.0.0.1:${API_PORT}`,
    REGISTRY_DIR: registryDirectory,
    TRUSTED_PROXIES: '1',
    ...HOST_ENV,
  });
};

const startLikeProduction = async (): Promise<void> => {
  const directory = path.join(stackData, 'topology');
  fs.rmSync(directory, { recursive: true, force: true });
  topology = await startTopology({
    directory,
    registryDirectory,
    ports: topologyPorts,
    mode: 'tests',
    apiEnv: API_ENV,
    hostEnv: HOST_ENV,
    publishReleases,
    beforeStart: (databaseUrl) => finished(start(['e2e/support/fillShelves.ts'], { DATABASE_URL: databaseUrl })),
  });
  void killInTheMiddle(topology);
};

const run = async (): Promise<void> => {
  for (const directory of [registryDirectory, databaseDirectory])
    fs.rmSync(directory, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(databaseDirectory), { recursive: true });
  children.push(
    spawn(
      process.execPath,
      ['api/src/testing/oidcProvider.mjs', String(OIDC_PORT), `${SHOP_URL}/api/auth/google/callback`],
      { cwd: repositoryRoot, stdio: 'ignore' },
    ),
  );
  await (isProductionTopology ? startLikeProduction() : startSimple());
};

run().catch((error: unknown) => {
  console.error(error);
  stop();
  process.exit(1);
});
