import { spawnSync, type SpawnSyncOptionsWithStringEncoding, type SpawnSyncReturns } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A PostgreSQL cluster of the tests' own, in a temporary folder, reachable by a socket in it. */
export interface PostgresServer {
  readonly url: string;
  stop(): void;
}

const isRoot = process.getuid?.() === 0;

const findBinaries = (): string | undefined => {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(debian, version, 'bin')), ...(process.env['PATH'] ?? '').split(path.delimiter)];
  return folders.find((folder) => fs.existsSync(path.join(folder, 'initdb')) && fs.existsSync(path.join(folder, 'pg_ctl')));
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

/** PostgreSQL refuses to run as root: its own user, or nobody, runs it then. */
const serverUser = (): string => (spawnSync('id', ['-u', 'postgres']).status === 0 ? 'postgres' : 'nobody');

const createRunner = (binaries: string): ((command: string, args: readonly string[]) => SpawnSyncReturns<string>) => {
  const user = isRoot ? serverUser() : undefined;
  return (command, args) => {
    const program = path.join(binaries, command);
    const options: SpawnSyncOptionsWithStringEncoding = { encoding: 'utf8', cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] };
    return user === undefined ? spawnSync(program, args, options) : spawnSync('runuser', ['-u', user, '--', program, ...args], options);
  };
};

/** Starts one, or says loudly why there is none. */
export const startPostgresServer = (): PostgresServer | undefined => {
  const binaries = provideBinaries();
  if (binaries === undefined) {
    console.warn('\n*** No PostgreSQL can be had on this machine: its tests are left out. Install postgresql to run them. ***\n');
    return undefined;
  }
  const run = createRunner(binaries);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-pg-'));
  fs.chmodSync(folder, 0o777);
  const data = path.join(folder, 'data');
  const must = (step: string, { status, stderr }: SpawnSyncReturns<string>): void => {
    if (status !== 0) throw new Error(`PostgreSQL: ${step} failed: ${stderr}`);
  };
  must('initdb', run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']));
  must('start', run('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', `-c listen_addresses='' -k ${folder} -c fsync=off -c max_connections=60`, 'start']));
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};
