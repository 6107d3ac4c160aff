import { spawnSync, type SpawnSyncOptionsWithStringEncoding, type SpawnSyncReturns } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A PostgreSQL cluster of one's own, in a folder, reachable by a socket in it. */
export interface PostgresServer {
  readonly url: string;
  /** As a crash would. */
  kill(): void;
  start(): void;
  /** Stops it; a temporary folder is removed. */
  stop(): void;
}

interface PostgresOptions {
  /** Where the cluster is kept; else it is temporary, and nothing is written to the disk for good. */
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

/** PostgreSQL found on the machine, else Debian's package where that can be installed. */
const provideBinaries = (): string | undefined => {
  const found = findBinaries();
  if (found !== undefined || !isRoot || !fs.existsSync('/etc/debian_version')) return found;
  console.warn('Installing PostgreSQL from Debian …');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { stdio: 'inherit' });
  return findBinaries();
};

/** Whether this machine has PostgreSQL, or could be given it. */
export const providePostgres = (): boolean => provideBinaries() !== undefined;

/** PostgreSQL refuses to run as root: its own user, or nobody, runs it then. */
const serverUser = (): string => (spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody');

const serverIds = (): [uid: number, gid: number] => {
  const idOf = (flag: '-u' | '-g'): number =>
    Number(spawnSync('id', [flag, serverUser()], { encoding: 'utf8' }).stdout);
  return [idOf('-u'), idOf('-g')];
};

const createRunner = (binaries: string): ((command: string, args: readonly string[]) => SpawnSyncReturns<string>) => {
  const user = isRoot ? serverUser() : undefined;
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

/** Starts one, or says loudly why there is none. */
export const startPostgresServer = ({ folder: kept }: PostgresOptions = {}): PostgresServer | undefined => {
  const binaries = provideBinaries();
  if (binaries === undefined) {
    console.warn(
      '\n*** No PostgreSQL can be had on this machine: its tests are left out. Install postgresql to run them. ***\n',
    );
    return undefined;
  }
  const run = createRunner(binaries);
  // A socket's path has little room: it is in a short folder of its own.
  const sockets = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-pg-'));
  fs.chmodSync(sockets, 0o777);
  const folder = kept ?? sockets;
  fs.mkdirSync(folder, { recursive: true });
  if (isRoot) fs.chownSync(folder, ...serverIds());
  const data = path.join(folder, 'data');
  const must = (step: string, { status, stderr }: SpawnSyncReturns<string>): void => {
    if (status !== 0) throw new Error(`PostgreSQL: ${step} failed: ${stderr}`);
  };
  if (!fs.existsSync(path.join(data, 'PG_VERSION')))
    must('initdb', run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']));
  const settings = `-c listen_addresses='' -k ${sockets} -c max_connections=100 ${kept === undefined ? '-c fsync=off' : ''}`;
  const start = (): void =>
    must('start', run('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', settings, 'start']));
  const end = (mode: 'immediate' | 'fast'): void => void run('pg_ctl', ['-D', data, '-m', mode, 'stop']);
  start();
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(sockets)}`,
    kill: () => end('immediate'),
    start,
    stop() {
      end(kept === undefined ? 'immediate' : 'fast');
      fs.rmSync(sockets, { recursive: true, force: true });
    },
  };
};
