import path from 'node:path';
import { runPgBackRest } from '../../api/operator/backup/pgBackRest';
import { startPostgresServer, type PostgresServer } from '../../api/src/testing/postgresServer';
import { providePrograms } from '../stack/programs';
import { writeBackupSettings } from './writeBackupSettings';

interface ArchivingServer extends PostgresServer {
  /** PGBACKREST_CONFIG. */
  readonly backupSettings: string;
}

/** Starts PostgreSQL in `folder`, with a repository for its backups in `directory`. */
export const startArchivingServer = async (directory: string, folder: string): Promise<ArchivingServer | undefined> => {
  providePrograms(['pgbackrest']);
  let backupSettings = '';
  const server = startPostgresServer({
    folder,
    writeBackupSettings: (paths) =>
      (backupSettings = writeBackupSettings(path.join(directory, 'backups'), 'postgres', paths)),
  });
  if (!server) return undefined;
  await runPgBackRest({ PGBACKREST_CONFIG: backupSettings }, 'stanza-create');
  return { ...server, backupSettings };
};
