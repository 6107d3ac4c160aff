import { StartError } from '@shop/server-kit/lifecycle/StartError';
import type { Database, Readable } from './Database';

/** Limits a response to 3 s even if the database does not respond. */
export const QUERY_TIMEOUT_MS = 3_000;

/**
 * Settings of the API's connections. They belong to the role, because a pooler in transaction mode shares connections
 * between clients and refuses such startup parameters (decision 0057).
 */
const ROLE_SETTINGS = {
  statement_timeout: `${QUERY_TIMEOUT_MS / 1_000}s`,
  jit: 'off', // compiling a query would take longer than running it
};

/** Gives the current role its settings in the current database. They apply to connections opened afterwards. */
export const alterRole = async (connection: Readable): Promise<void> => {
  const statements = Object.entries(ROLE_SETTINGS).map(
    ([name, value]) =>
      `EXECUTE format('ALTER ROLE CURRENT_USER IN DATABASE %I SET ${name} = ''${value}''', current_database());`,
  );
  await connection.query(`DO $$ BEGIN ${statements.join(' ')} END $$`);
};

/** @throws {StartError} if a connection of PostgreSQL lacks the settings of the role. */
export const requireRoleSettings = async (database: Database): Promise<void> => {
  if (database.kind === 'pglite') return;
  for (const [name, expected] of Object.entries(ROLE_SETTINGS)) {
    const { rows } = await database.query<Record<string, string>>(`SHOW ${name}`);
    const value = rows[0]?.[name];
    if (value !== expected)
      throw new StartError(
        `The role of DATABASE_URL has ${name} = ${value} in this database instead of ${expected}: run npm run migrate with the same role and, behind a pooler, RECONNECT in its console. Then start again.`,
      );
  }
};
