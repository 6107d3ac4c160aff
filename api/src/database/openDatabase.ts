import fs from 'node:fs';
import pg from 'pg';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import { createDatabase } from './createDatabase';
import type { Database } from './Database';
import { lockDirectory } from './directoryLock';
import { completeRestore } from './swapDirectory';
import { EmbeddedPostgres, type EmbeddedOptions } from './EmbeddedPostgres';

const POSTGRES_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 2_000;
/** The embedded database has one connection, for which requests wait. */
const EMBEDDED_CONNECTION_TIMEOUT_MS = 10_000;
/** Limits a response to 3 s even if the database does not respond. */
const QUERY_TIMEOUT_MS = 3_000;

/** node-postgres accepts any stream that behaves like a socket (the `stream` option of its client). */
const connectEmbedded = (embedded: EmbeddedPostgres, release: () => void): Database => {
  const pool = new pg.Pool({
    max: 1,
    user: 'postgres',
    database: 'postgres',
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: EMBEDDED_CONNECTION_TIMEOUT_MS,
    stream: embedded.createStream, // typed as a net.Socket factory; PgliteStream has what node-postgres calls
  });
  return createDatabase(pool, 'pglite', async () => {
    await embedded.close();
    release();
  });
};

/** Opens an embedded database without a directory lock: in memory, or in a directory that only the caller uses. */
export const openEmbedded = async (options: EmbeddedOptions): Promise<Database> =>
  connectEmbedded(await EmbeddedPostgres.open(options), () => undefined);

/** PGlite initializes any directory. Accept only a missing, an empty or a valid data directory. */
const requireDataDirectory = (directory: string): void => {
  if (!fs.existsSync(directory)) return;
  const files = fs.readdirSync(directory);
  if (files.length > 0 && !files.includes('PG_VERSION'))
    throw new Error('it contains files but is not a data directory');
};

interface OpenDirectory {
  readonly database: Database;
  /** Returns the data directory as one archive. */
  readonly dump: () => Promise<Uint8Array>;
}

/** Opens the embedded database in a directory, which stays locked until the database is closed. */
export const openDirectory = async (
  directory: string,
  lock: () => () => void = () => lockDirectory(directory),
): Promise<OpenDirectory> => {
  const release = lock();
  try {
    completeRestore(directory);
    requireDataDirectory(directory);
    const embedded = await EmbeddedPostgres.open({ dataDirectory: directory });
    return { database: connectEmbedded(embedded, release), dump: () => embedded.dump() };
  } catch (error) {
    release();
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new StartError(
      `The data directory ${directory} cannot be opened (${reason}). Nothing in it was changed: restore a backup, or move it away to start afresh.`,
    );
  }
};

const openPostgres = async (databaseUrl: string, queryTimeoutMs: number): Promise<Database> => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: POSTGRES_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: queryTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: 'shop-api',
    options: '-c jit=off', // compiling a query would take longer than running it
  });
  const database = createDatabase(pool, 'postgresql');
  try {
    await database.query('SELECT 1');
    return database;
  } catch (error) {
    await pool.end();
    const { hostname, port, pathname } = new URL(databaseUrl);
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(
      `The database ${pathname.slice(1)} at ${hostname}:${port || '5432'} (DATABASE_URL) cannot be reached: ${reason}.`,
    );
  }
};

/** Opens PostgreSQL if DATABASE_URL is set, otherwise the embedded database. */
export const openDatabase = async (config: {
  readonly databaseUrl: string | undefined;
  readonly dataDirectory: string;
  /** For long-running jobs such as seeding. */
  readonly queryTimeoutMs?: number;
}): Promise<Database> =>
  config.databaseUrl === undefined
    ? (await openDirectory(config.dataDirectory)).database
    : openPostgres(config.databaseUrl, config.queryTimeoutMs ?? QUERY_TIMEOUT_MS);
