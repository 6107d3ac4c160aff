import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { OperatorError, describeReason } from '../OperatorError';

const STANZA = 'shop';
/** Where pgBackRest looks for its settings: first where it does today, then where Debian's package has them. */
const DEFAULT_SETTINGS = ['/etc/pgbackrest/pgbackrest.conf', '/etc/pgbackrest.conf'] as const;
const MAX_OUTPUT = 64 * 1024 * 1024;

/** Returns a command that runs as PostgreSQL's user, who owns the data and the repository, also if root calls it. */
export const asServerUser = (command: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--init-groups', command, ...args]]
    : [command, [...args]];

/** Returns the file with the settings of pgBackRest. */
export const findSettings = (environment: NodeJS.ProcessEnv): string =>
  environment['PGBACKREST_CONFIG'] ?? DEFAULT_SETTINGS.find((file) => fs.existsSync(file)) ?? DEFAULT_SETTINGS[0];

/** Returns the error and its hint, without pgBackRest's indentation. */
const describeFailure = (error: unknown): string => {
  const { stderr = '' } = error as { stderr?: string };
  // That a server cannot be reached is a warning, which an error follows that says less.
  const [, text] = /WARN: (unable to check [^]*?)\nERROR: /.exec(stderr) ?? /ERROR: \[\d+\]: ([^]*)/.exec(stderr) ?? [];
  return text?.trim().replace(/\s+/g, ' ').replace(/[.?]$/, '') ?? describeReason(error);
};

/** The server at pg1-path runs and is a standby, of which pgBackRest makes no backup. */
export class StandbyError extends OperatorError {}

/**
 * Runs a command of pgBackRest with the settings of PGBACKREST_CONFIG. @throws {OperatorError} that names them if it
 * fails.
 */
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
    const reason = describeFailure(error);
    const Failure = reason.startsWith('unable to find primary cluster') ? StandbyError : OperatorError;
    throw new Failure('failed', `pgbackrest ${command} with the settings ${findSettings(environment)}: ${reason}.`);
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

/** Returns pg1-path, the data directory of the server; undefined if the file does not set it. */
export const readDataDirectory = (environment: NodeJS.ProcessEnv): string | undefined => {
  const [file, set] = [findSettings(environment), environment['PGBACKREST_PG1_PATH']];
  const text = set === undefined && fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  return (set ?? /^pg1-path=(.+)$/m.exec(text)?.[1])?.trim();
};

/** Returns the data directory that pgBackRest restores. @throws {OperatorError} if it is not set. */
export const findDataDirectory = (environment: NodeJS.ProcessEnv): string => {
  const found = readDataDirectory(environment);
  if (found !== undefined) return found;
  throw new OperatorError(
    'failed',
    `pg1-path is not set in ${findSettings(environment)}, the settings of pgBackRest (PGBACKREST_CONFIG).`,
  );
};
