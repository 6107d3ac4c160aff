import type { Actor } from '../../src/audit/Actor';
import type { Queryable } from '../../src/database/Database';
import type { DatabaseLocation } from '../../src/database/openDatabase';
import { readSchemaState } from '../../src/database/schemaState';
import { formatTime } from '../../src/formatTime';
import { describeRestoredMails } from './describeRestoredMails';
import { logBackup } from './logBackup';
import { findDataDirectory, runPgBackRest } from './pgBackRest';
import { recoverPostgres } from './recoverPostgres';

interface PostgresRestore {
  readonly location: DatabaseLocation & { readonly databaseUrl: string };
  readonly environment: NodeJS.ProcessEnv;
  /** Up to this time; by default up to the end of the archive, or of the backup with `label`. */
  readonly to: Date | undefined;
  readonly label: string | undefined;
  readonly actor: Actor;
  readonly now: Date;
  readonly print: (line: string) => void;
}

const buildOptions = ({ to, label }: PostgresRestore): string[] => [
  ...(label === undefined ? [] : [`--set=${label}`]),
  ...(to === undefined ? [] : ['--type=time', `--target=${formatTime(to)}`]),
  ...(to === undefined && label !== undefined ? ['--type=immediate'] : []),
  ...(to === undefined && label === undefined ? [] : ['--target-action=promote']),
];

const describeContents = async (database: Queryable): Promise<string> => {
  const { rows } = await database.query<{ orders: number; newest: Date | null }>(
    'SELECT count(*)::int AS orders, max(created_at) AS newest FROM orders',
  );
  const { orders = 0, newest = null } = rows[0] ?? {};
  return newest === null ? 'no orders' : `${orders} orders, the newest of ${formatTime(newest)}`;
};

/**
 * Restores the whole server, which must be stopped, and recovers it. pgBackRest refuses if it runs. Afterwards it is
 * stopped again, and what starts it is free to do so.
 */
export const restorePostgres = async (restore: PostgresRestore): Promise<void> => {
  const { location, environment, to, label, actor, now, print } = restore;
  const dataDirectory = findDataDirectory(environment);
  await runPgBackRest(environment, 'restore', ...buildOptions(restore));
  await recoverPostgres({ environment, dataDirectory, databaseUrl: location.databaseUrl }, async (database) => {
    const subject = to === undefined ? (label ?? 'end of the archive') : formatTime(to);
    await logBackup(database, { actor, action: 'backup.restored', subject }, now);
    const contents = await describeContents(database);
    const state = await readSchemaState(database);
    print(
      `Restored ${dataDirectory} to ${subject}: ${contents}. Start PostgreSQL now.${state === 'newer' ? ' A newer release wrote the database: deploy it before the API starts.' : ''}`,
    );
    for (const line of await describeRestoredMails(database, state)) print(line);
  });
};
