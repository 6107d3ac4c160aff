import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { startPostgresServer, type PostgresServer } from '../../api/src/testing/postgresServer';
import { Instance } from './Instance';
import { prepareEdge } from './nginx';
import type { Ports } from './ports';
import { providePrograms, REDIS } from './programs';

const root = path.resolve(__dirname, '../..');
/** As in production (ops/docker/shop.Dockerfile). */
const tsx = ['--import', 'tsx'];

export interface TopologyOptions {
  /** Where data, logs and configuration are. */
  readonly directory: string;
  /** Where the releases are; made by the caller, or the one of `directory`. */
  readonly registryDirectory?: string;
  readonly ports: Ports;
  /**
   * `production`: as shoppers have it; mails go to a mail server. `tests`: with the mailbox, the sandbox of payments,
   * and clients that say which address they have.
   */
  readonly mode: 'production' | 'tests';
  readonly apiEnv?: Readonly<Record<string, string>>;
  readonly hostEnv?: Readonly<Record<string, string>>;
  /**
   * Puts the first releases into the registry, while the database starts; hosts wait for it. Without it they are there
   * already.
   */
  readonly publishReleases?: () => Promise<void>;
  /** Done to the database before anything is served. */
  readonly beforeStart?: (databaseUrl: string) => Promise<void>;
  readonly onStep?: (step: string) => void;
}

/** docker-compose.yml's services as processes of this machine. */
export interface Topology {
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: PostgresServer;
  readonly redis: Instance;
  readonly apis: readonly Instance[];
  readonly hosts: readonly Instance[];
  readonly edge: Instance;
  stop(): Promise<void>;
}

/** Whether something listens; in a TLS socket nobody needs to be trusted for that. */
const listens = (port: number) => (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });

const answers = (url: string) => (): Promise<boolean> => fetch(url).then(({ ok }) => ok);

const run = async (step: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> => {
  await promisify(execFile)(process.execPath, [...tsx, ...args], { cwd: root, env: { ...process.env, ...env } }).catch(
    ({ message, stdout = '', stderr = '' }: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${step} failed: ${`${stdout.slice(-2_000)}${stderr.slice(-2_000)}` || message}`);
    },
  );
};

/** What all of them come to; where one fails, its error, when none is under way any more. */
const allOf = async <T>(tasks: readonly Promise<T>[]): Promise<T[]> => {
  await Promise.allSettled(tasks);
  return Promise.all(tasks);
};

/** Secrets by file, as the containers have them: made once, and kept beside the data. */
const secretFile = (directory: string, name: string, value = randomBytes(32).toString('hex')): string => {
  const file = path.join(directory, 'secrets', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!fs.existsSync(file) || name === 'database_url') fs.writeFileSync(file, value, { mode: 0o600 });
  return file;
};

/** Starts database, Redis, mail, two API processes, two hosts and nginx, each when what it needs is there. */
export const startTopology = async (options: TopologyOptions): Promise<Topology> => {
  const { directory, ports, mode, apiEnv, hostEnv, publishReleases, beforeStart, onStep = () => undefined } = options;
  const registryDirectory = options.registryDirectory ?? path.join(directory, 'registry');
  const url = `https://localhost:${ports.https}`;
  const isProduction = mode === 'production';
  for (const folder of ['logs', 'nginx']) fs.mkdirSync(path.join(directory, folder), { recursive: true });
  const logOf = (name: string): string => path.join(directory, 'logs', `${name}.log`);
  const started: Instance[] = [];
  const starting = async (instance: Instance): Promise<Instance> => {
    onStep(instance.name);
    started.push(instance);
    await instance.start();
    return instance;
  };

  providePrograms();
  const published = publishReleases?.();
  published?.catch(() => undefined); // told of where hosts wait for it
  onStep('PostgreSQL');
  const database = startPostgresServer({ folder: path.join(directory, 'postgres') });
  if (!database) throw new Error('PostgreSQL is there, and does not start.');
  const stop = async (): Promise<void> => {
    for (const instance of [...started].reverse()) await instance.end();
    database.stop();
  };

  try {
    const redis = await starting(
      new Instance({
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
        env: {},
        log: logOf('redis'),
        isReady: listens(ports.redis),
      }),
    );
    if (isProduction) {
      await starting(
        new Instance({
          name: 'mail',
          command: process.execPath,
          args: [...tsx, 'ops/stack/mailServer.ts', String(ports.smtp), path.join(directory, 'mails')],
          cwd: root,
          env: {},
          log: logOf('mail'),
          isReady: listens(ports.smtp),
        }),
      );
    }

    const edgeDirectory = path.join(directory, 'nginx');
    const edgeCommand = prepareEdge({ directory: edgeDirectory, ports, believesClients: !isProduction });
    const shared = {
      NODE_ENV: isProduction ? 'production' : 'test',
      PUBLIC_URL: url,
      TRUSTED_PROXIES: isProduction ? '1' : '2',
      REGISTRY_DIR: registryDirectory,
    };
    // The sandbox of payments tells the shop by its address, as a provider would: through nginx.
    const sandboxTrust = { NODE_EXTRA_CA_CERTS: path.join(edgeDirectory, 'certificate.pem') };
    const ofApi = {
      ...shared,
      DATABASE_URL_FILE: secretFile(directory, 'database_url', database.url),
      REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
      COOKIE_SECRET_FILE: secretFile(directory, 'cookie_secret'),
      AUTH_SECRET_FILE: secretFile(directory, 'auth_secret'),
      ...(isProduction
        ? { SMTP_URL: `smtp://127.0.0.1:${ports.smtp}` }
        : { PAYMENT_WEBHOOK_SECRET_FILE: secretFile(directory, 'payment_webhook_secret'), ...sandboxTrust }),
      MIGRATE_ON_START: 'off',
      ...apiEnv,
    };
    onStep('migrations');
    await run('Migrating', ['api/src/migrate.ts'], ofApi);
    await beforeStart?.(database.url);

    const startApi = (port: number, index: number): Promise<Instance> => {
      const env = { ...ofApi, API_PORT: String(port) };
      return starting(
        new Instance({
          name: `api ${index + 1}`,
          command: process.execPath,
          args: [...tsx, 'api/src/server.ts'],
          cwd: root,
          env,
          log: logOf(`api-${index + 1}`),
          isReady: answers(`http://127.0.0.1:${port}/api/health/ready`),
        }),
      );
    };
    const apis = await allOf(ports.apis.map(startApi));

    const edge = new Instance({
      name: 'nginx',
      ...edgeCommand,
      cwd: directory,
      env: {},
      log: logOf('nginx'),
      isReady: listens(ports.https),
    });
    await starting(edge);

    if (published) onStep('the first releases');
    await published;
    const startHost = (port: number, index: number): Promise<Instance> => {
      const env = {
        ...shared,
        METRICS_PORT: 'off',
        PORT: String(port),
        HOST: '127.0.0.1',
        API_ORIGIN: `http://127.0.0.1:${ports.inside}`,
        RELEASE_CACHE_DIR: path.join(directory, `release-cache-${index + 1}`),
        ...hostEnv,
      };
      return starting(
        new Instance({
          name: `host ${index + 1}`,
          command: process.execPath,
          args: [...tsx, 'host/server/main.ts'],
          cwd: root,
          env,
          log: logOf(`host-${index + 1}`),
          isReady: answers(`http://127.0.0.1:${port}/health/ready`),
        }),
      );
    };
    const hosts = await allOf(ports.hosts.map(startHost));
    return { url, databaseUrl: database.url, database, redis, apis, hosts, edge, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Puts the built remotes into a registry, as the first releases of a new shop. */
export const publishBuiltRemotes = async (registryDirectory: string): Promise<void> => {
  const env = { REGISTRY_DIR: registryDirectory };
  // The host that will run says what it provides, before releases are checked against it.
  await run('Announcing the host', ['host/server/announce.ts'], env);
  await run('Publishing the remotes', ['federation/cli.ts', 'release-local'], env);
};
