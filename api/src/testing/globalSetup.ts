import { startPostgresServer } from './postgresServer';

/** One PostgreSQL for all suites of a run; each makes a database of its own in it. */
export default function globalSetup(): void {
  const server = startPostgresServer();
  if (!server) return;
  process.env['TEST_POSTGRES_URL'] = server.url;
  process.on('exit', () => server.stop());
}
