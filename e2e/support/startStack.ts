import fs from 'node:fs';
import path from 'node:path';
import {
  createUrlCheck,
  ManagedProcess,
  tsxArguments,
  type ProcessOptions,
} from '@shop/server-kit/testing/ManagedProcess';
import { startTopology, type Topology } from '../../ops/stack/startTopology';
import { killInTheMiddle } from './killInTheMiddle';
import {
  API_PORT,
  databaseDirectory,
  HOST_PORT,
  isProductionTopology,
  OIDC_PORT,
  registryDirectory,
  SHOP_URL,
  stackData,
  topologyPorts,
} from './stackConfig';

/** Starts the whole shop for the browser tests: an empty database and a new registry with the built remotes. */
const processes: ManagedProcess[] = [];
let topology: Topology | undefined;

const start = (
  args: readonly string[],
  env: Record<string, string>,
  options: Pick<ProcessOptions, 'isReady' | 'stdio'> = {},
): Promise<ManagedProcess> => {
  const started = new ManagedProcess({ name: args.join(' '), args, env, stdio: 'inherit', ...options });
  processes.push(started);
  return started.start();
};

const runStep = async (args: readonly string[], env: Record<string, string>): Promise<void> => {
  const code = await (await start(args, env)).ended;
  if (code !== 0) throw new Error(`A step of the stack ended with ${code}`);
};

const stop = (): void => {
  for (const one of processes) one.signal('SIGTERM');
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
/** Tests open more pages from one address than visitors do. */
const HOST_ENV = { LOG_LEVEL: 'error', RENDERS_PER_SECOND: '100' };

const publishReleases = async (): Promise<void> => {
  // Register the host's provided versions before releases are checked against them.
  await runStep(tsxArguments('federation/registry/cli.ts', 'init'), { REGISTRY_DIR: registryDirectory });
  await runStep(tsxArguments('host/server/announce.ts'), { REGISTRY_DIR: registryDirectory });
  await runStep(tsxArguments('federation/registry/cli.ts', 'release-local'), { REGISTRY_DIR: registryDirectory });
};

const startApi = async (): Promise<void> => {
  await runStep(tsxArguments('e2e/support/fillShelves.ts'), {});
  await start(
    tsxArguments('api/src/server.ts'),
    {
      API_PORT: String(API_PORT),
      DATA_DIR: databaseDirectory,
      PUBLIC_URL: SHOP_URL,
      TRUSTED_PROXIES: '1',
      ...API_ENV,
    },
    { isReady: createUrlCheck(`http://127.0.0.1:${API_PORT}/api/health/ready`) },
  );
};

const startSimple = async (): Promise<void> => {
  await Promise.all([publishReleases(), startApi()]);
  // Tests act as a proxy: each sends its own client address.
  await start(tsxArguments('host/server/main.ts'), {
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
    registryEnv: { REGISTRY_DIR: registryDirectory },
    ports: topologyPorts,
    mode: 'tests',
    apiEnv: API_ENV,
    hostEnv: HOST_ENV,
    publishReleases,
    beforeStart: (databaseUrl) => runStep(tsxArguments('e2e/support/fillShelves.ts'), { DATABASE_URL: databaseUrl }),
  });
  void killInTheMiddle(topology);
};

const run = async (): Promise<void> => {
  for (const directory of [registryDirectory, databaseDirectory])
    fs.rmSync(directory, { recursive: true, force: true });
  fs.mkdirSync(path.dirname(databaseDirectory), { recursive: true });
  await start(
    ['api/src/testing/oidcProvider.mjs', String(OIDC_PORT), `${SHOP_URL}/api/auth/google/callback`],
    {},
    { stdio: 'ignore' },
  );
  await (isProductionTopology ? startLikeProduction() : startSimple());
};

run().catch((error: unknown) => {
  console.error(error);
  stop();
  process.exit(1);
});
