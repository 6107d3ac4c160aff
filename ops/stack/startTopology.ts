import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {
  createUrlCheck,
  ManagedProcess,
  tsxArguments,
  type ProcessOptions,
} from '@shop/server-kit/testing/ManagedProcess';
import { startPostgresServer, type PostgresServer } from '../../api/src/testing/postgresServer';
import { startArchivingServer } from '../backup/startArchivingServer';
import type { PartEndListener } from '../cluster/startDatabaseCluster';
import { createPortCheck } from './createPortCheck';
import { prepareEdge } from './nginx';
import { requireFreePorts, type Ports } from './ports';
import { providePrograms, REDIS } from './programs';

/** A database, or several that act as one. */
export interface TopologyDatabase {
  /** DATABASE_URL. */
  readonly url: string;
  /** DATABASE_DIRECT_URL, if `url` leads to a pooler. */
  readonly directUrl?: string;
  /** DATABASE_READ_URL: its servers. */
  readonly readUrls?: readonly string[];
  stop(): void | Promise<void>;
}

export interface TopologyOptions {
  /** Folder for data, logs and configuration. */
  readonly directory: string;
  /** Settings of the registry of releases. By default, it is in `directory`. */
  readonly registryEnv?: Readonly<Record<string, string>>;
  readonly ports: Ports;
  /**
   * `production`: sends mails to a mail server. `tests`: with the mailbox, the payment sandbox, and trusted
   * X-Forwarded-For headers of clients.
   */
  readonly mode: 'production' | 'tests';
  /** With a repository for backups of PostgreSQL, in `directory`. */
  readonly hasBackups?: boolean;
  readonly apiEnv?: Readonly<Record<string, string>>;
  readonly hostEnv?: Readonly<Record<string, string>>;
  /**
   * Publishes the first releases while the database starts; hosts wait for it. Not needed if the registry has releases.
   */
  readonly publishReleases?: () => Promise<void>;
  /** Prepares the database before the servers start. */
  readonly beforeStart?: (databaseUrl: string) => Promise<void>;
  readonly onStep?: (step: string) => void;
  /** Called with the names of what is stopped next. */
  readonly onStop?: (names: string) => void;
  readonly onUnexpectedEnd?: PartEndListener;
}

/** The services of docker-compose.yml as local processes. */
export interface Topology<D extends TopologyDatabase = PostgresServer> {
  readonly url: string;
  /** Origin of the pages at /federation; tests have them at `url`. */
  readonly federationUrl: string;
  /** Origin of the back office. */
  readonly adminUrl: string;
  /** Not through a pooler. */
  readonly databaseUrl: string;
  readonly database: D;
  readonly redis: ManagedProcess;
  readonly apis: readonly ManagedProcess[];
  readonly hosts: readonly ManagedProcess[];
  stop(): Promise<void>;
}

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
  if (!fs.existsSync(file) || name.startsWith('database_')) fs.writeFileSync(file, value, { mode: 0o600 });
  return file;
};

const startPostgres = async ({ directory, hasBackups = false }: TopologyOptions): Promise<PostgresServer> => {
  const folder = path.join(directory, 'postgres');
  const database = hasBackups ? await startArchivingServer(directory, folder) : startPostgresServer({ folder });
  if (!database) throw new Error('PostgreSQL is installed but does not start.');
  return database;
};

/** Starts PostgreSQL, Redis, a mail server, two API processes, two hosts and nginx, in order of their dependencies. */
export const startTopology = (options: TopologyOptions): Promise<Topology> =>
  startTopologyOn(options, () => {
    options.onStep?.('PostgreSQL');
    return startPostgres(options);
  });

/** Like startTopology, on another database. */
export const startTopologyOn = async <D extends TopologyDatabase>(
  options: TopologyOptions,
  startDatabase: () => Promise<D>,
): Promise<Topology<D>> => {
  const { directory, ports, mode, apiEnv, hostEnv, publishReleases, beforeStart, onStep = () => undefined } = options;
  const { onStop = () => undefined, onUnexpectedEnd } = options;
  const { registryEnv = { REGISTRY_DIR: path.join(directory, 'registry') } } = options;
  const url = `https://localhost:${ports.https}`;
  const isProduction = mode === 'production';
  const adminUrl = `https://admin.localhost:${ports.https}`;
  const federationUrl = isProduction ? `https://federation.localhost:${ports.https}` : url;
  for (const folder of ['logs', 'nginx']) fs.mkdirSync(path.join(directory, folder), { recursive: true });
  const started: ManagedProcess[] = [];
  const startInstance = async (process: Omit<ProcessOptions, 'log'>): Promise<ManagedProcess> => {
    const { name } = process;
    onStep(name);
    const log = path.join(directory, 'logs', `${name.toLowerCase().replace(' ', '-')}.log`);
    const instance = new ManagedProcess({
      ...process,
      log,
      onUnexpectedEnd: (how) => onUnexpectedEnd?.(name, how, log),
    });
    started.push(instance);
    return instance.start();
  };

  providePrograms();
  await requireFreePorts(ports);
  const published = publishReleases?.();
  published?.catch(() => undefined); // awaited before the hosts start
  const database = await startDatabase();
  const databaseUrl = database.directUrl ?? database.url;
  const stop = async (): Promise<void> => {
    for (const instance of [...started].reverse()) {
      onStop(instance.name);
      await instance.stop();
    }
    onStop('the database');
    await database.stop();
  };

  try {
    const redis = await startInstance({
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
      isReady: createPortCheck(ports.redis),
    });
    if (isProduction) {
      await startInstance({
        name: 'mail',
        args: tsxArguments('ops/stack/mailServer.ts', String(ports.smtp), path.join(directory, 'mails')),
        isReady: createPortCheck(ports.smtp),
      });
    }

    const edgeDirectory = path.join(directory, 'nginx');
    const edgeCommand = prepareEdge({ directory: edgeDirectory, ports, trustsClients: !isProduction });
    const shared = {
      NODE_ENV: isProduction ? 'production' : 'test',
      PUBLIC_URL: url,
      ADMIN_URL: adminUrl,
      SHOP_SEED: 'demo',
      TRUSTED_PROXIES: isProduction ? '1' : '2',
      ...registryEnv,
    };
    // The payment sandbox notifies the shop by its public URL, like a provider: through nginx.
    const sandboxTrust = { NODE_EXTRA_CA_CERTS: path.join(edgeDirectory, 'certificate.pem') };
    const apiEnvironment = {
      ...shared,
      DATABASE_URL_FILE: writeSecretFile(directory, 'database_url', database.url),
      ...(database.directUrl === undefined
        ? {}
        : { DATABASE_DIRECT_URL_FILE: writeSecretFile(directory, 'database_direct_url', database.directUrl) }),
      ...(database.readUrls === undefined
        ? {}
        : { DATABASE_READ_URL_FILE: writeSecretFile(directory, 'database_read_url', database.readUrls.join('\n')) }),
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
      COOKIE_SECRET_FILE: writeSecretFile(directory, 'cookie_secret'),
      AUTH_SECRET_FILE: writeSecretFile(directory, 'auth_secret'),
      ...(isProduction
        ? { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`, BANK_ACCOUNT: 'First Example Bank, account 0012 3456 7890' }
        : { PAYMENT_WEBHOOK_SECRET_FILE: writeSecretFile(directory, 'payment_webhook_secret'), ...sandboxTrust }),
      MIGRATE_ON_START: 'off',
      ...apiEnv,
    };
    onStep('migrations');
    await runStep('Migrating', tsxArguments('api/src/migrate.ts'), apiEnvironment);
    await beforeStart?.(databaseUrl);

    const startApi = (port: number, index: number): Promise<ManagedProcess> => {
      const env = { ...apiEnvironment, API_PORT: String(port) };
      return startInstance({
        name: `api ${index + 1}`,
        args: tsxArguments('api/src/server.ts'),
        env,
        isReady: createUrlCheck(`http://127.0.0.1:${port}/api/health/ready`),
      });
    };
    const apis = await settleAll(ports.apis.map(startApi));

    await startInstance({
      name: 'nginx',
      ...edgeCommand,
      cwd: directory,
      isReady: createPortCheck(ports.https),
    });

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
      return startInstance({
        name: `host ${index + 1}`,
        args: tsxArguments('host/server/main.ts'),
        env,
        isReady: createUrlCheck(`http://127.0.0.1:${port}/health/ready`),
      });
    };
    const hosts = await settleAll(ports.hosts.map(startHost));
    return { url, federationUrl, adminUrl, databaseUrl, database, redis, apis, hosts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Publishes the built remotes to a registry, as the first releases of a new shop. */
export const publishBuiltRemotes = async (env: Readonly<Record<string, string>>): Promise<void> => {
  // The host announces what it provides before releases are checked against it.
  await runStep('Making the registry', tsxArguments('federation/registry/cli.ts', 'init'), env);
  await runStep('Announcing the host', tsxArguments('host/server/announce.ts'), env);
  await runStep('Publishing the remotes', tsxArguments('federation/registry/cli.ts', 'release-local'), env);
};
