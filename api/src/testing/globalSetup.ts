import { startPostgresServer } from './postgresServer';
import { databaseKinds, ensureSnapshot } from './testDatabase';

/**
 * Creates one archive of the embedded database for all suites of a run and, if TEST_DATABASE includes it, starts one
 * PostgreSQL. Each suite gets its own database from them.
 * @throws {Error} if PostgreSQL is required but not available.
 */
export default async function globalSetup(): Promise<void> {
  await ensureSnapshot();
  if (!databaseKinds.includes('PostgreSQL')) return;
  const server = startPostgresServer();
  if (!server) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  process.env['TEST_POSTGRES_URL'] = server.url;
  process.on('exit', () => server.stop());
}
