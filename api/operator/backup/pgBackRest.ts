import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { OperatorError, describeReason } from '../OperatorError';

const STANZA = 'shop';
const DEFAULT_SETTINGS = '/etc/pgbackrest/pgbackrest.conf';
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Returns a command that runs as PostgreSQL's user, who owns the data and the repository, also if root calls it. */
export const asServerUser = (command: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', command, ...args]]
    : [command, [...args]];

/** Returns the error and its hint, without pgBackRest's indentation. */
const describeFailure = (error: unknown): string => {
  const { stderr = '' } = error as { stderr?: string };
  const [, text] = /ERROR: \[\d+\]: ([^]*)/.exec(stderr) ?? [];
  return text?.trim().replace(/\s+/g, ' ').replace(/[.?]$/, '') ?? describeReason(error);
};

/** Runs a command of pgBackRest with the settings of PGBACKREST_CONFIG. @throws {OperatorError} if it fails. */
export const runPgBackRest = async (
  environment: NodeJS.ProcessEnv,
  command: string,
  ...args: readonly string[]
): Promise<string> => {
  const [file, all] = asServerUser('pgbackrest', [`--stanza=${STANZA}`, ...args, command]);
  try {
    const env = { ...process.env, ...environment };
    return (await promisify(execFile)(file, all, { env, cwd: '/', maxBuffer: MAX_OUTPUT })).stdout;
  } catch (error) {
    throw new OperatorError('failed', `pgbackrest ${command}: ${describeFailure(error)}.`);
  }
};

export interface PostgresBackup {
  readonly label: string;
  readonly type: 'full' | 'diff' | 'incr';
  /** In seconds since 1970. */
  readonly timestamp: { readonly start: number; readonly stop: number };
  /** Bytes of the database, and those that this backup added to the repository. */
  readonly info: { readonly size: number; readonly repository: { readonly delta: number } };
}

/** Returns the backups in the repository, oldest first. */
export const listBackups = async (environment: NodeJS.ProcessEnv): Promise<readonly PostgresBackup[]> => {
  const [stanza] = JSON.parse(await runPgBackRest(environment, 'info', '--output=json')) as {
    backup: PostgresBackup[];
  }[];
  return stanza?.backup ?? [];
};

/** Returns the data directory that pgBackRest restores (pg1-path). */
export const findDataDirectory = (environment: NodeJS.ProcessEnv): string => {
  const file = environment['PGBACKREST_CONFIG'] ?? DEFAULT_SETTINGS;
  const set = environment['PGBACKREST_PG1_PATH'];
  const found = set ?? (fs.existsSync(file) ? /^pg1-path=(.+)$/m.exec(fs.readFileSync(file, 'utf8'))?.[1] : undefined);
  if (found === undefined)
    throw new OperatorError(
      'failed',
      `pg1-path is not set in ${file}, the settings of pgBackRest (PGBACKREST_CONFIG).`,
    );
  return found.trim();
};
