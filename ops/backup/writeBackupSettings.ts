import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { findServerUser } from '../../api/src/testing/postgresServer';

interface LocalServer {
  /** The data directory of a PostgreSQL on this machine, and the folder of its sockets. */
  readonly data: string;
  readonly sockets: string;
}

const isRoot = process.getuid?.() === 0;

const giveToServer = (...files: readonly string[]): void => {
  if (isRoot) execFileSync('chown', [findServerUser(), ...files]);
};

const readKey = (file: string): string => {
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8');
};

/**
 * Writes pgbackrest.conf for a server on this machine, with a repository in `folder` that several servers may share.
 * Returns the file's path (PGBACKREST_CONFIG).
 */
export const writeBackupSettings = (folder: string, name: string, { data, sockets }: LocalServer): string => {
  const [repository, locks] = [path.join(folder, 'repository'), path.join(folder, 'locks')];
  for (const made of [repository, locks]) fs.mkdirSync(made, { recursive: true, mode: 0o750 });
  const settings = path.join(folder, `${name}.conf`);
  const text = fs
    .readFileSync(path.join(__dirname, 'pgbackrest.conf'), 'utf8')
    .replace('repo1-path=/var/lib/pgbackrest', `repo1-path=${repository}`)
    .replace(
      'repo1-cipher-type=aes-256-cbc',
      `repo1-cipher-type=aes-256-cbc\nrepo1-cipher-pass=${readKey(path.join(folder, 'key'))}`,
    )
    .replace('lock-path=/tmp/pgbackrest', `lock-path=${path.join(locks, name)}`)
    .replace('pg1-path=/var/lib/postgresql/data', `pg1-path=${data}`)
    .replace('pg1-socket-path=/var/run/postgresql', `pg1-socket-path=${sockets}`);
  fs.writeFileSync(settings, text, { mode: 0o600 });
  giveToServer(folder, repository, locks, settings);
  return settings;
};
