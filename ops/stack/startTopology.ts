import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { createUrlCheck, ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { startPostgresServer, type PostgresServer } from '../../api/src/testing/postgresServer';
import { prepareEdge } from './nginx';
import type { Ports } from './ports';
import { providePrograms, REDIS } from './programs';

export interface TopologyOptions {
  /** Folder for data, logs and configuration. */
  readonly directory: string;
  /** Folder of the registry, if not in `directory`. */
  readonly registryDirectory?: string;
  readonly ports: Ports;
  /**
   * `production`: sends mails to a mail server. `tests`: with the mailbox, the payment sandbox, and trusted
   * X-Forwarded-For headers of clients.
   */
  readonly mode: 'production' | 'tests';
  readonly apiEnv?: Readonly<Record<string, string>>;
  readonly hostEnv?: Readonly<Record<string, string>>;
  /**
   * Publishes the first releases while the database starts; hosts wait for it. Not needed if the registry has releases.
   */
  readonly publishReleases?: () => Promise<void>;
  /** Prepares the database before the servers start. */
  readonly beforeStart?: (databaseUrl: string) => Promise<void>;
  readonly onStep?: (step: string) => void;
}

/** The services of docker-compose.yml as local processes. */
export interface Topology {
  readonly url: string;
  /** Origin of the pages at /federation; tests have them at `url`. */
  readonly federationUrl: string;
  readonly databaseUrl: string;
  readonly database: PostgresServer;
  readonly redis: ManagedProcess;
  readonly apis: readonly ManagedProcess[];
  readonly hosts: readonly ManagedProcess[];
  readonly edge: ManagedProcess;
  stop(): Promise<void>;
}

/** Checks whether a port accepts TCP connections, which works for TLS, too. */
const createPortCheck = (port: number) => (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });

const runStep = async (name: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> => {
  const step = new ManagedProcess({ name, args, env });
  if ((await (await step.start()).ended) !== 0) throw new Error(`${name} failed: ${step.output.slice(-4_000)}`);
};

/** Like Promise.all, but waits for all tasks to settle before it rejects. */
const settleAll = async <T>(tasks: readonly Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
};

/** Creates a secret as a file, as in containers. Existing secrets are kept next to the data. */
const writeSecretFile = (directory: string, name: string, value = randomBytes(32).toString('hex')): string => {
  const file = path.join(directory, 'secrets', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!fs.existsSync(file) || name === 'database_url') fs.writeFileSync(file, value, { mode: 0o600 });
  return file;
};

/** Starts the database, Redis, mail server, two API processes, two hosts and nginx, in order of their dependencies. */
export const startTopology = async (options: TopologyOptions): Promise<Topology> => {
  const { directory, ports, mode, apiEnv, hostEnv, publishReleases, beforeStart, onStep = () => undefined } = options;
  const registryDirectory = options.registryDirectory ?? path.join(directory, 'registry');
  const url = `https://localhost:${ports.https}`;
  const isProduction = mode === 'production';
  const federationUrl = isProduction ? `https://federation.localhost:${ports.https}` : url;
  for (const folder of ['logs', 'nginx']) fs.mkdirSync(path.join(directory, folder), { recursive: true });
  const getLogFile = (name: string): string => path.join(directory, 'logs', `${name}.log`);
  const started: ManagedProcess[] = [];
  const startInstance = async (instance: ManagedProcess): Promise<ManagedProcess> => {
    onStep(instance.name);
    started.push(instance);
    await instance.start();
    return instance;
  };

  providePrograms();
  const published = publishReleases?.();
  published?.catch(() => undefined); // awaited before the hosts start
  onStep('PostgreSQL');
  const database = startPostgresServer({ folder: path.join(directory, 'postgres') });
  if (!database) throw new Error('PostgreSQL is installed but does not start.');
  const stop = async (): Promise<void> => {
    for (const instance of [...started].reverse()) await instance.stop();
    database.stop();
  };

  try {
    const redis = await startInstance(
      new ManagedProcess({
        name: 'Redis',
        command: REDIS,
        args: [
          '--bind',
          '127.0.0.1',
          '--port',
          String(ports.redis),
          '--save',
          '',
          '--appendonly',
          'no',
          '--maxmemory',
          '256mb',
          '--maxmemory-policy',
          'volatile-ttl',
        ],
        cwd: directory,
        log: getLogFile('redis'),
        isReady: createPortCheck(ports.redis),
      }),
    );
    if (isProduction) {
      await startInstance(
        new ManagedProcess({
          name: 'mail',
          args: tsxArguments('ops/stack/mailServer.ts', String(ports.smtp), path.join(directory, 'mails')),
          log: getLogFile('mail'),
          isReady: createPortCheck(ports.smtp),
        }),
      );
    }

    const edgeDirectory = path.join(directory, 'nginx');
    const edgeCommand = prepareEdge({ directory: edgeDirectory, ports, trustsClients: !isProduction });
    const shared = {
      NODE_ENV: isProduction ? 'production' : 'test',
      PUBLIC_URL: url,
      TRUSTED_PROXIES: isProduction ? '1' : '2',
      REGISTRY_DIR: registryDirectory,
    };
    // The payment sandbox notifies the shop by its public URL, like a provider: through nginx.
    const sandboxTrust = { NODE_EXTRA_CA_CERTS: path.join(edgeDirectory, 'certificate.pem') };
    const apiEnvironment = {
      ...shared,
      DATABASE_URL_FILE: writeSecretFile(directory, 'database_url', database.url),
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
      COOKIE_SECRET_FILE: writeSecretFile(directory, 'cookie_secret'),
      AUTH_SECRET_FILE: writeSecretFile(directory, 'auth_secret'),
      ...(isProduction
        ? { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}` }
        : { PAYMENT_WEBHOOK_SECRET_FILE: writeSecretFile(directory, 'payment_webhook_secret'), ...sandboxTrust }),
      MIGRATE_ON_START: 'off',
      ...apiEnv,
    };
    onStep('migrations');
    await runStep('Migrating', tsxArguments('api/src/migrate.ts'), apiEnvironment);
    await beforeStart?.(database.url);

    const startApi = (port: number, index: number): Promise<ManagedProcess> => {
      const env = { ...apiEnvironment, API_PORT: String(port) };
      return startInstance(
        new ManagedProcess({
          name: `api ${index + 1}`,
          args: tsxArguments('api/src/server.ts'),
          env,
          log: getLogFile(`api-${index + 1}`),
          isReady: createUrlCheck(`http://127.0.0.1:${port}/api/health/ready`),
        }),
      );
    };
    const apis = await settleAll(ports.apis.map(startApi));

    const edge = new ManagedProcess({
      name: 'nginx',
      ...edgeCommand,
      cwd: directory,
      log: getLogFile('nginx'),
      isReady: createPortCheck(ports.https),
    });
    await startInstance(edge);

    if (published) onStep('the first releases');
    await published;
    const startHost = (port: number, index: number): Promise<ManagedProcess> => {
      const env = {
        ...shared,
        METRICS_PORT: 'off',
        PORT: String(port),
        HOST: '127.0.0.1',
        API_ORIGIN: `http://127.0.0.1:${ports.inside}`,
        RELEASE_CACHE_DIR: path.join(directory, `release-cache-${index + 1}`),
        ...(isProduction ? { FEDERATION_URL: federationUrl } : {}),
        ...hostEnv,
      };
      return startInstance(
        new ManagedProcess({
          name: `host ${index + 1}`,
          args: tsxArguments('host/server/main.ts'),
          env,
          log: getLogFile(`host-${index + 1}`),
          isReady: createUrlCheck(`http://127.0.0.1:${port}/health/ready`),
        }),
      );
    };
    const hosts = await settleAll(ports.hosts.map(startHost));
    return { url, federationUrl, databaseUrl: database.url, database, redis, apis, hosts, edge, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Publishes the built remotes to a registry, as the first releases of a new shop. */
export const publishBuiltRemotes = async (registryDirectory: string): Promise<void> => {
  const env = { REGISTRY_DIR: registryDirectory };
  // The host announces what it provides before releases are checked against it.
  await runStep('Making the registry', tsxArguments('federation/registry/cli.ts', 'init'), env);
  await runStep('Announcing the host', tsxArguments('host/server/announce.ts'), env);
  await runStep('Publishing the remotes', tsxArguments('federation/registry/cli.ts', 'release-local'), env);
};
