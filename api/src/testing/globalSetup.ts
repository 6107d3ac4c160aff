import { startPostgresServer } from './postgresServer';
import { ensureSnapshot } from './testDatabase';

/**
 * Starts one PostgreSQL and creates one archive of the embedded database for all suites of a run. Each suite gets its
 * own database from them.
 */
export default async function globalSetup(): Promise<void> {
  await ensureSnapshot();
  const server = startPostgresServer();
  if (!server) return;
  process.env['TEST_POSTGRES_URL'] = server.url;
  process.on('exit', () => server.stop());
}
