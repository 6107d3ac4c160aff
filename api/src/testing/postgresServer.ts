import { spawnSync, type SpawnSyncOptionsWithStringEncoding, type SpawnSyncReturns } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A PostgreSQL cluster for tests, reachable through a socket. */
export interface PostgresServer {
  readonly url: string;
  /** Of the postmaster. */
  readonly pid: () => number;
  /** Simulates a crash by an immediate shutdown. */
  kill(): void;
  start(): void;
  /** Stops the server and removes a temporary folder. */
  stop(): void;
}

interface PostgresOptions {
  /** Folder of a persistent cluster. If unset, it is temporary and runs without fsync. */
  readonly folder?: string;
  /** The server that it follows, as a standby. */
  readonly primary?: PostgresServer;
  /**
   * Writes the settings of pgBackRest for this server and returns their file: the server then archives its log. Only
   * with `folder`.
   */
  readonly writeBackupSettings?: (server: { readonly data: string; readonly sockets: string }) => string;
}

const isRoot = process.getuid?.() === 0;

/** Returns the folder of PostgreSQL's programs. */
export const findPostgresBinaries = (): string | undefined => {
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
  const found = findPostgresBinaries();
  if (found !== undefined || !isRoot || !fs.existsSync('/etc/debian_version')) return found;
  console.warn('Installing PostgreSQL from Debian …');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
  spawnSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { stdio: 'inherit' });
  return findPostgresBinaries();
};

/** True if PostgreSQL is available or could be installed. */
export const ensurePostgres = (): boolean => findOrInstallBinaries() !== undefined;

/** PostgreSQL and PgBouncer refuse to run as root, so use the user postgres, or nobody. */
export const findServerUser = (): string => (spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody');

const readServerIds = (): [uid: number, gid: number] => {
  const readId = (flag: '-u' | '-g'): number =>
    Number(spawnSync('id', [flag, findServerUser()], { encoding: 'utf8' }).stdout);
  return [readId('-u'), readId('-g')];
};

const createRunner = (
  binaries: string,
  env: NodeJS.ProcessEnv,
): ((command: string, args: readonly string[]) => SpawnSyncReturns<string>) => {
  const user = isRoot ? findServerUser() : undefined;
  return (command, args) => {
    const program = path.join(binaries, command);
    const options: SpawnSyncOptionsWithStringEncoding = {
      encoding: 'utf8',
      cwd: '/',
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    };
    return user === undefined
      ? spawnSync(program, args, options)
      : spawnSync('runuser', ['-u', user, '--', program, ...args], options);
  };
};

/** Starts a server, or prints a warning if PostgreSQL is not available. */
export const startPostgresServer = ({ folder: persistentFolder, primary, writeBackupSettings }: PostgresOptions = {}):
  PostgresServer | undefined => {
  const binaries = findOrInstallBinaries();
  if (binaries === undefined) {
    console.warn('\n*** PostgreSQL is not available: its tests are skipped. Install postgresql to run them. ***\n');
    return undefined;
  }
  // Socket paths have a maximum length, so use a short folder.
  const sockets = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-pg-'));
  const folder = persistentFolder ?? sockets;
  fs.mkdirSync(folder, { recursive: true });
  // The server trusts who reaches its socket: nobody else on this machine may.
  if (isRoot) for (const own of [folder, sockets]) fs.chownSync(own, ...readServerIds());
  const data = path.join(folder, 'data');
  const backupSettings = writeBackupSettings?.({ data, sockets });
  const run = createRunner(binaries, { ...process.env, ...(backupSettings && { PGBACKREST_CONFIG: backupSettings }) });
  const requireSuccess = (step: string, { status, stderr }: SpawnSyncReturns<string>): void => {
    if (status !== 0) throw new Error(`PostgreSQL: ${step} failed: ${stderr}`);
  };
  const create = (): SpawnSyncReturns<string> =>
    primary
      ? run('pg_basebackup', ['-d', primary.url, '-D', data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'])
      : run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']);
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) requireSuccess('creating', create());
  const settings = [
    `-c listen_addresses='' -k ${sockets} -c max_connections=100`,
    ...(persistentFolder === undefined ? ['-c fsync=off'] : []),
    ...(backupSettings === undefined
      ? []
      : ["-c archive_mode=on -c archive_timeout=60 -c archive_command='pgbackrest --stanza=shop archive-push %p'"]),
  ].join(' ');
  const start = (): void =>
    requireSuccess('start', run('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', settings, 'start']));
  const stopServer = (mode: 'immediate' | 'fast'): void => void run('pg_ctl', ['-D', data, '-m', mode, 'stop']);
  start();
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(sockets)}`,
    pid: () => Number.parseInt(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8'), 10),
    kill: () => stopServer('immediate'),
    start,
    stop() {
      stopServer(persistentFolder === undefined ? 'immediate' : 'fast');
      fs.rmSync(sockets, { recursive: true, force: true });
    },
  };
};
