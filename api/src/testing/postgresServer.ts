import { spawnSync, type SpawnSyncOptionsWithStringEncoding, type SpawnSyncReturns } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A PostgreSQL cluster for tests, reachable through a socket. */
export interface PostgresServer {
  readonly url: string;
  /** Simulates a crash by an immediate shutdown. */
  kill(): void;
  start(): void;
  /** Stops the server and removes a temporary folder. */
  stop(): void;
}

interface PostgresOptions {
  /** Folder of a persistent cluster. If unset, it is temporary and runs without fsync. */
  readonly folder?: string;
}

const isRoot = process.getuid?.() === 0;

const findBinaries = (): string | undefined => {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ];
  return folders.find(
    (folder) => fs.existsSync(path.join(folder, 'initdb')) && fs.existsSync(path.join(folder, 'pg_ctl')),
  );
};

/** Finds PostgreSQL, or installs Debian's package if possible. */
const findOrInstallBinaries = (): string | undefined => {
  const found = findBinaries();
  if (found !== undefined || !isRoot || !fs.existsSync('/etc/debian_version')) return found;
  console.warn('Installing PostgreSQL from Debian …');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { stdio: 'inherit' });
  return findBinaries();
};

/** True if PostgreSQL is available or could be installed. */
export const ensurePostgres = (): boolean => findOrInstallBinaries() !== undefined;

/** PostgreSQL refuses to run as root, so use the user postgres, or nobody. */
const findServerUser = (): string => (spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody');

const readServerIds = (): [uid: number, gid: number] => {
  const readId = (flag: '-u' | '-g'): number =>
    Number(spawnSync('id', [flag, findServerUser()], { encoding: 'utf8' }).stdout);
  return [readId('-u'), readId('-g')];
};

const createRunner = (binaries: string): ((command: string, args: readonly string[]) => SpawnSyncReturns<string>) => {
  const user = isRoot ? findServerUser() : undefined;
  return (command, args) => {
    const program = path.join(binaries, command);
    const options: SpawnSyncOptionsWithStringEncoding = {
      encoding: 'utf8',
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    };
    return user === undefined
      ? spawnSync(program, args, options)
      : spawnSync('runuser', ['-u', user, '--', program, ...args], options);
  };
};

/** Starts a server, or prints a warning if PostgreSQL is not available. */
export const startPostgresServer = ({ folder: persistentFolder }: PostgresOptions = {}): PostgresServer | undefined => {
  const binaries = findOrInstallBinaries();
  if (binaries === undefined) {
    console.warn('\n*** PostgreSQL is not available: its tests are skipped. Install postgresql to run them. ***\n');
    return undefined;
  }
  const run = createRunner(binaries);
  // Socket paths have a maximum length, so use a short folder.
  const sockets = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-pg-'));
  fs.chmodSync(sockets, 0o777);
  const folder = persistentFolder ?? sockets;
  fs.mkdirSync(folder, { recursive: true });
  if (isRoot) fs.chownSync(folder, ...readServerIds());
  const data = path.join(folder, 'data');
  const requireSuccess = (step: string, { status, stderr }: SpawnSyncReturns<string>): void => {
    if (status !== 0) throw new Error(`PostgreSQL: ${step} failed: ${stderr}`);
  };
  if (!fs.existsSync(path.join(data, 'PG_VERSION')))
    requireSuccess('initdb', run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']));
  const settings = `-c listen_addresses='' -k ${sockets} -c max_connections=100 ${persistentFolder === undefined ? '-c fsync=off' : ''}`;
  const start = (): void =>
    requireSuccess('start', run('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', settings, 'start']));
  const stopServer = (mode: 'immediate' | 'fast'): void => void run('pg_ctl', ['-D', data, '-m', mode, 'stop']);
  start();
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(sockets)}`,
    kill: () => stopServer('immediate'),
    start,
    stop() {
      stopServer(persistentFolder === undefined ? 'immediate' : 'fast');
      fs.rmSync(sockets, { recursive: true, force: true });
    },
  };
};
