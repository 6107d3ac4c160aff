import type { Actor } from '../../src/audit/Actor';
import type { DatabaseLocation } from '../../src/database/openDatabase';
import { openAnyDatabase } from '../openOperatorDatabase';
import { explainStandby } from './explainStandby';
import { logBackup } from './logBackup';
import { listBackups, runPgBackRest, StandbyError, type PostgresBackup } from './pgBackRest';
import { requireShop } from './requireShop';

const WEEK_S = 7 * 24 * 60 * 60;
const NAMES: Readonly<Record<PostgresBackup['type'], string>> = {
  full: 'full',
  diff: 'differential',
  incr: 'incremental',
};

interface Backup {
  readonly location: DatabaseLocation;
  readonly environment: NodeJS.ProcessEnv;
  readonly actor: Actor;
  readonly now: Date;
  readonly print: (line: string) => void;
}

const hasRecentFull = (backups: readonly PostgresBackup[], now: Date): boolean =>
  backups.some(({ type, timestamp }) => type === 'full' && now.getTime() / 1000 - timestamp.stop < WEEK_S);

const describe = ({ label, type, timestamp, info }: PostgresBackup): string =>
  `${label}, ${NAMES[type]}: ${Math.ceil(info.repository.delta / 1024)} KB of ${Math.ceil(info.size / 1024)} KB in ${timestamp.stop - timestamp.start} s`;

/** Backs up the server: completely once a week, otherwise what has changed. */
export const backupPostgres = async ({ location, environment, actor, now, print }: Backup): Promise<void> => {
  const database = await openAnyDatabase(location);
  try {
    await requireShop(database);
    await runPgBackRest(environment, 'stanza-create');
    const type = hasRecentFull(await listBackups(environment), now) ? 'incr' : 'full';
    await runPgBackRest(environment, 'backup', `--type=${type}`);
    const made = (await listBackups(environment)).at(-1);
    if (!made) throw new Error('The backup is missing from the repository.');
    await logBackup(
      database,
      { actor, action: 'backup.made', subject: made.label, after: { kind: NAMES[made.type] } },
      now,
    );
    print(`Backed up PostgreSQL: ${describe(made)}.`);
  } catch (error) {
    throw error instanceof StandbyError ? await explainStandby(database, location, environment) : error;
  } finally {
    await database.close();
  }
};
