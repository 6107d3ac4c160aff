import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/database/Database';
import { openForJob } from '../../src/database/openDatabase';
import { OperatorError } from '../OperatorError';
import { asServerUser } from './pgBackRest';

const DEBIAN_FOLDER = '/usr/lib/postgresql';
const POLL_MS = 100;
const QUERY_TIMEOUT_MS = 60_000;
/** Line of postmaster.pid that says whether connections are accepted. */
const STATUS_LINE = 7;

interface Recovery {
  readonly environment: NodeJS.ProcessEnv;
  readonly dataDirectory: string;
  /** Of the shop; only its role and database are used. */
  readonly databaseUrl: string;
}

/** Makes a folder for settings and socket of a server that only this command reaches. */
const makeFolder = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-recovery-'));
  fs.writeFileSync(path.join(folder, 'postgresql.conf'), '');
  fs.writeFileSync(path.join(folder, 'pg_hba.conf'), 'local all all trust\n');
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', 'postgres', folder]);
  return folder;
};

const findServer = (dataDirectory: string): string => {
  const version = fs.readFileSync(path.join(dataDirectory, 'PG_VERSION'), 'utf8').trim();
  const ofDebian = path.join(DEBIAN_FOLDER, version, 'bin/postgres');
  return fs.existsSync(ofDebian) ? ofDebian : 'postgres';
};

const toSocketUrl = (databaseUrl: string, folder: string): string => {
  const { username, pathname } = new URL(databaseUrl);
  return `postgresql://${username}@localhost${pathname}?host=${encodeURIComponent(folder)}`;
};

const isReady = (dataDirectory: string): boolean => {
  const file = path.join(dataDirectory, 'postmaster.pid');
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8').split('\n')[STATUS_LINE]?.trim() === 'ready';
};

/**
 * Starts PostgreSQL after a restore, without the network and the server's own settings, until it has read the archive
 * up to its target and is a primary. Stops it after `work`.
 */
export const recoverPostgres = async (
  { environment, dataDirectory, databaseUrl }: Recovery,
  work: (database: Database) => Promise<void>,
): Promise<void> => {
  const folder = makeFolder();
  const settings = {
    config_file: path.join(folder, 'postgresql.conf'),
    hba_file: path.join(folder, 'pg_hba.conf'),
    unix_socket_directories: folder,
    listen_addresses: '',
    lc_messages: 'C', // read below
    // No connections before the target, and no limits that must be those of the former primary.
    hot_standby: 'off',
    // A later restore needs the history of the new timeline.
    archive_mode: 'on',
    archive_command: 'pgbackrest --stanza=shop archive-push %p',
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, args] = asServerUser(findServer(dataDirectory), ['-D', dataDirectory, ...options]);
  const server = spawn(command, args, {
    env: { ...process.env, ...environment },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    server.once('error', (error) => void (output += `FATAL: ${error.message}`));
    server.once('close', () => resolve());
  });
  const isRunning = (): boolean => server.pid !== undefined && server.exitCode === null && server.signalCode === null;
  try {
    while (isRunning() && !isReady(dataDirectory)) await sleep(POLL_MS);
    if (!isRunning()) {
      const reason = /(?:FATAL|PANIC): +(.*)/.exec(output)?.[1] ?? output.trim();
      throw new OperatorError('failed', `PostgreSQL did not recover: ${reason}.`);
    }
    const database = await openForJob(
      { databaseUrl: toSocketUrl(databaseUrl, folder), dataDirectory },
      QUERY_TIMEOUT_MS,
    );
    await work(database).finally(() => database.close());
  } finally {
    server.kill('SIGINT'); // a fast shutdown, which archives what is left
    await ended;
    fs.rmSync(folder, { recursive: true });
  }
};
