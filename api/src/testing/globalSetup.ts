import { startPostgresServer } from './postgresServer';
import { requireSnapshot } from './testDatabase';

/**
 * One PostgreSQL for all suites of a run, and one archive of the embedded database: each suite has a database of its
 * own of them.
 */
export default async function globalSetup(): Promise<void> {
  await requireSnapshot();
  const server = startPostgresServer();
  if (!server) return;
  process.env['TEST_POSTGRES_URL'] = server.url;
  process.on('exit', () => server.stop());
}
