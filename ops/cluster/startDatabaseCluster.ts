import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUrlCheck, ManagedProcess, type ProcessOptions } from '@shop/server-kit/testing/ManagedProcess';
import { runPgBackRest } from '../../api/operator/backup/pgBackRest';
import { findPostgresBinaries } from '../../api/src/testing/postgresServer';
import { writeBackupSettings } from '../backup/writeBackupSettings';
import { createPortCheck } from '../stack/createPortCheck';
import { CLUSTER_NAMES, ETCD, HAPROXY, PATRONI, PATRONICTL, PGBOUNCER, providePrograms } from '../stack/programs';
import { DatabaseNode } from './DatabaseNode';
import { etcdEnvironment, NODE_PORTS, patroniEnvironment } from './nodeEnvironment';
import { requireFreePorts } from '../stack/ports';
import { writeStartScript } from './writeStartScript';

const PORTS = { primary: 5000, metrics: 5002, pooler: 6432 } as const;
const NODES = [1, 2, 3] as const;
const CLUSTER_TIMEOUT_MS = 120_000;

export interface ClusterOptions {
  /** Folder for data, logs and configuration. */
  readonly directory: string;
  /**
   * Number of this cluster on the machine, 0 to 255. Its machines have addresses of their own, 127.77.<number>.x, so
   * that all use the ports of real machines.
   */
  readonly number?: number;
  /** With a repository for backups, which the machines share. */
  readonly hasBackups?: boolean;
  readonly onStep?: (step: string) => void;
  /** Called with the names of what is stopped next. */
  readonly onStop?: (names: string) => void;
  readonly onUnexpectedEnd?: PartEndListener;
}

/** Called when a part ends by itself, with its name, its exit code or signal, and its log file. */
export type PartEndListener = (name: string, how: number | string | null, log: string) => void;

/** Three PostgreSQL under Patroni, with etcd, HAProxy and PgBouncer. */
export interface DatabaseCluster {
  /** Through PgBouncer, in transaction mode. */
  readonly url: string;
  /** To the primary, through HAProxy. */
  readonly directUrl: string;
  /** To each machine: those that are standbys are read. */
  readonly readUrls: readonly string[];
  readonly nodes: readonly DatabaseNode[];
  readonly etcds: readonly ManagedProcess[];
  readonly haproxy: ManagedProcess;
  readonly pooler: ManagedProcess;
  /** @throws {Error} if there is none within `timeoutMs`. */
  findPrimary(timeoutMs?: number): Promise<DatabaseNode>;
  /** The member of etcd that the others follow. */
  findEtcdLeader(): Promise<ManagedProcess>;
  /** Resolves once all other machines follow the primary, one of them synchronously. */
  whenHealthy(timeoutMs?: number): Promise<void>;
  stop(): Promise<void>;
}

const folder = __dirname;
const readFile = (name: string): string => fs.readFileSync(path.join(folder, name), 'utf8');

/** Reads a secret, or creates it in the first run. */
const readSecret = (directory: string, name: string): string => {
  const file = path.join(directory, 'secrets', name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8');
};

/** Makes a folder of the user postgres. */
const makeForPostgres = (made: string): string => {
  fs.mkdirSync(made, { recursive: true });
  execFileSync('chown', ['postgres:postgres', made]);
  return made;
};

interface Member {
  readonly name: string;
  start(): Promise<unknown>;
  stop(): Promise<unknown>;
}

/** HAProxy takes all servers for primaries until it has asked each. */
const hasChecked = (metricsUrl: string) => async (): Promise<boolean> => {
  const metrics = await (await fetch(metricsUrl)).text();
  return (metrics.match(/^haproxy_server_status\{proxy="primary",server="\w+",state="UP"\} 1$/gm) ?? []).length === 1;
};

/** A standby as its primary's Patroni describes it. */
interface Follower {
  readonly state: string;
  readonly sync_state: string;
}

/** Starts the databases of docker-compose.cluster.yml as local processes. */
export const startDatabaseCluster = async (options: ClusterOptions): Promise<DatabaseCluster> => {
  const {
    directory,
    number = 0,
    hasBackups = false,
    onStep = () => undefined,
    onStop = () => undefined,
    onUnexpectedEnd,
  } = options;
  providePrograms(['postgresql', ...CLUSTER_NAMES, ...(hasBackups ? (['pgbackrest'] as const) : [])]);
  const at = (last: number): string => `127.77.${number}.${last}`;
  const addresses = NODES.map((node) => at(10 + node));
  const proxy = at(20);
  for (const address of addresses) await requireFreePorts(NODE_PORTS, address);
  await requireFreePorts(PORTS, proxy);
  for (const name of ['logs', 'etcd']) fs.mkdirSync(path.join(directory, name), { recursive: true });
  for (const name of ['postgres', 'pgbouncer']) makeForPostgres(path.join(directory, name));
  const getLogFile = (name: string): string => path.join(directory, 'logs', `${name}.log`);
  const createProcess = (process: ProcessOptions): ManagedProcess => {
    const log = getLogFile(process.name);
    return new ManagedProcess({
      ...process,
      log,
      onUnexpectedEnd: (how) => onUnexpectedEnd?.(process.name, how, log),
    });
  };
  const passwords = {
    shop: readSecret(directory, 'database_password'),
    patroni: readSecret(directory, 'patroni_password'),
    superuser: readSecret(directory, 'superuser_password'),
    replication: readSecret(directory, 'replication_password'),
  };
  const groups: (readonly Member[])[] = [];
  const socketFolders: string[] = [];
  /** Starts them together; they also stop together. */
  const startAll = async <M extends Member>(members: readonly M[]): Promise<readonly M[]> => {
    groups.push(members);
    for (const { name } of members) onStep(name);
    await Promise.all(members.map((member) => member.start()));
    return members;
  };
  const stop = async (): Promise<void> => {
    for (const group of [...groups].reverse()) {
      onStop(group.map(({ name }) => name).join(', '));
      await Promise.all(group.map((member) => member.stop()));
    }
    for (const made of socketFolders) fs.rmSync(made, { recursive: true, force: true });
  };
  /** As the user postgres: PostgreSQL and PgBouncer refuse to run as root. */
  const asPostgres = (command: string, ...args: readonly string[]) => ({
    command: 'setpriv',
    args: ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...args],
  });

  const createEtcd = (address: string, index: number): ManagedProcess => {
    const name = `etcd${index + 1}`;
    return createProcess({
      name,
      command: writeStartScript(
        path.join(directory, 'etcd', `${name}.sh`),
        {
          ...etcdEnvironment({ node: index + 1, addresses }),
          ETCD_DATA_DIR: path.join(directory, 'etcd', name),
          ETCD_UNSUPPORTED_ARCH: process.arch,
        },
        [ETCD],
      ),
      args: [],
      cwd: directory,
      isReady: createUrlCheck(`http://${address}:${NODE_PORTS.etcd}/health`),
    });
  };

  const createNode = (address: string, index: number): DatabaseNode => {
    const name = `db${index + 1}`;
    const data = path.join(directory, 'postgres', name);
    const sockets = makeForPostgres(fs.mkdtempSync(path.join(os.tmpdir(), `shop-${name}-`))); // must be short
    socketFolders.push(sockets);
    const settings = path.join(directory, 'postgres', `${name}.yml`);
    fs.writeFileSync(settings, readFile('patroni.yml').replace('/var/run/postgresql', sockets));
    const backupSettings = hasBackups
      ? writeBackupSettings(path.join(directory, 'backups'), name, { data, sockets })
      : undefined;
    const { command, args } = asPostgres(PATRONI, settings);
    const variables = {
      ...patroniEnvironment({ node: index + 1, addresses }),
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: findPostgresBinaries() ?? '',
      PATRONI_POSTGRESQL_PGPASS: path.join(directory, 'postgres', `${name}.pgpass`),
      PATRONI_RESTAPI_PASSWORD: passwords.patroni,
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_PASSWORD: passwords.replication,
      SHOP_DATABASE_PASSWORD: passwords.shop,
      SHOP_CLUSTER_FOLDER: folder,
      ...(backupSettings && { PGBACKREST_CONFIG: backupSettings }),
    };
    const patroni = createProcess({
      name,
      command: writeStartScript(path.join(directory, 'postgres', `${name}.sh`), variables, [command, ...args]),
      args: [],
      cwd: '/',
      isReady: createUrlCheck(`http://${address}:${NODE_PORTS.patroni}/health`),
      timeoutMs: CLUSTER_TIMEOUT_MS,
    });
    return new DatabaseNode({
      name,
      address,
      data,
      settings,
      backupSettings,
      patroni,
      password: passwords.patroni,
    });
  };

  const createPooler = (): ManagedProcess => {
    const cwd = path.join(directory, 'pgbouncer');
    const [settings, users] = [path.join(cwd, 'pgbouncer.ini'), path.join(cwd, 'userlist.txt')];
    const text = readFile('pgbouncer.ini')
      .replace('host=haproxy', `host=${proxy}`)
      .replace('listen_addr = *', `listen_addr = ${proxy}`)
      .replace('auth_file = userlist.txt', `auth_file = ${users}`);
    fs.writeFileSync(settings, text);
    fs.writeFileSync(users, `"shop" "${passwords.shop}"\n`, { mode: 0o600 });
    execFileSync('chown', ['postgres', users]);
    const { command, args } = asPostgres(PGBOUNCER, settings);
    return createProcess({
      name: 'pgbouncer',
      command: writeStartScript(path.join(directory, 'pgbouncer.sh'), {}, [command, ...args]),
      args: [],
      cwd,
      isReady: createPortCheck(PORTS.pooler, proxy),
    });
  };

  /** Asks the machine that is primary who follows it: what others say of themselves may be old. */
  const readFollowers = async (): Promise<readonly Follower[]> => {
    for (const address of addresses) {
      const answer = await fetch(`http://${address}:${NODE_PORTS.patroni}/primary`, {
        signal: AbortSignal.timeout(1_000),
      }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { replication?: Follower[] }).replication ?? [];
    }
    return [];
  };

  try {
    // A member of etcd is healthy once most are there.
    const etcds = await startAll(addresses.map(createEtcd));
    const nodes = await startAll(addresses.map(createNode));

    const findPrimary = async (timeoutMs = CLUSTER_TIMEOUT_MS): Promise<DatabaseNode> => {
      for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(100))
        for (const node of nodes) if (await node.isPrimary()) return node;
      throw new Error(`There is no primary after ${timeoutMs} ms.`);
    };
    const findEtcdLeader = async (): Promise<ManagedProcess> => {
      for (const [index, address] of addresses.entries()) {
        const answer = await fetch(`http://${address}:${NODE_PORTS.etcd}/v3/maintenance/status`, {
          method: 'POST',
          body: '{}',
        });
        const { leader, header } = (await answer.json()) as { leader: string; header: { member_id: string } };
        const member = etcds[index];
        if (member && leader === header.member_id) return member;
      }
      throw new Error('etcd has no leader.');
    };
    const whenHealthy = async (timeoutMs = CLUSTER_TIMEOUT_MS): Promise<void> => {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const followers = await readFollowers();
        const streaming = followers.filter(({ state }) => state === 'streaming').length;
        if (streaming === nodes.length - 1 && followers.some(({ sync_state }) => sync_state === 'sync')) return;
        if (Date.now() > deadline) throw new Error(`The cluster is not healthy: ${JSON.stringify(followers)}`);
        await sleep(200);
      }
    };
    await whenHealthy();
    const etcdHosts = addresses.map((address) => `${address}:${NODE_PORTS.etcd}`).join(',');
    writeStartScript(path.join(directory, 'patronictl.sh'), { PATRONI_ETCD_HOSTS: etcdHosts }, [
      PATRONICTL,
      '-c',
      path.join(directory, 'postgres/db1.yml'),
    ]);
    const { backupSettings } = await findPrimary();
    if (backupSettings !== undefined) await runPgBackRest({ PGBACKREST_CONFIG: backupSettings }, 'stanza-create');

    const haproxy = createProcess({
      name: 'haproxy',
      command: writeStartScript(
        path.join(directory, 'haproxy.sh'),
        { LISTEN: proxy, ...Object.fromEntries(addresses.map((address, index) => [`DB${index + 1}`, address])) },
        [HAPROXY, '-f', path.join(folder, 'haproxy.cfg')],
      ),
      args: [],
      isReady: hasChecked(`http://${proxy}:${PORTS.metrics}/metrics`),
    });
    const pooler = createPooler();
    await startAll([haproxy, pooler]);
    const toUrl = (address: string, port: number): string =>
      `postgresql://shop:${passwords.shop}@${address}:${port}/shop`;
    return {
      url: toUrl(proxy, PORTS.pooler),
      directUrl: toUrl(proxy, PORTS.primary),
      readUrls: addresses.map((address) => toUrl(address, NODE_PORTS.postgres)),
      nodes,
      etcds,
      haproxy,
      pooler,
      findPrimary,
      findEtcdLeader,
      whenHealthy,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
