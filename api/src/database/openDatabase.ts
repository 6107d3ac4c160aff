import fs from 'node:fs';
import pg from 'pg';
import { StartError } from '@shop/server-kit/lifecycle/StartError';
import { serveBackups } from './backupSocket';
import { createDatabase, type DatabaseOptions } from './createDatabase';
import type { Database } from './Database';
import { lockDirectory } from './directoryLock';
import { completeRestore } from './swapDirectory';
import { EmbeddedPostgres, type EmbeddedOptions } from './EmbeddedPostgres';
import { QUERY_TIMEOUT_MS } from './roleSettings';

const POSTGRES_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 2_000;
/** The embedded database has one connection, for which requests wait. */
const EMBEDDED_CONNECTION_TIMEOUT_MS = 10_000;

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
  return createDatabase(pool, 'pglite', {
    async onClose() {
      await embedded.close();
      release();
    },
  });
};

/** Opens an embedded database without a directory lock: in memory, or in a directory that only the caller uses. */
export const openEmbedded = async (options: EmbeddedOptions): Promise<Database> =>
  connectEmbedded(await EmbeddedPostgres.open(options), () => undefined);

/** Files and folders of this process are for its user only: PGlite creates some with mode 0666. */
const OTHERS_NOTHING = 0o077;

/**
 * Creates the directory, or refuses one that other users of the machine can read, as PostgreSQL does: it has customers'
 * addresses and codes that were mailed.
 * @throws {StartError}
 */
const requirePrivateDirectory = (directory: string): void => {
  fs.mkdirSync(directory, { recursive: true });
  const mode = fs.statSync(directory).mode & 0o777;
  if ((mode & OTHERS_NOTHING) !== 0)
    throw new StartError(
      `The data directory ${directory} is open to other users of this machine (mode ${mode.toString(8)}). Close it: chmod 700 "${directory}"`,
    );
};

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

/**
 * Opens the embedded database in a directory, which stays locked until the database is closed. Until then, commands can
 * ask this process for a backup.
 */
export const openDirectory = async (
  directory: string,
  lock: () => () => void = () => lockDirectory(directory),
): Promise<OpenDirectory> => {
  process.umask(OTHERS_NOTHING);
  const release = lock();
  try {
    completeRestore(directory);
    requirePrivateDirectory(directory);
    requireDataDirectory(directory);
    const embedded = await EmbeddedPostgres.open({ dataDirectory: directory });
    const dump = (): Promise<Uint8Array> => embedded.dump();
    const database = connectEmbedded(embedded, () => {
      stopBackups();
      release();
    });
    const stopBackups = serveBackups(directory, database, dump);
    return { database, dump };
  } catch (error) {
    release();
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new StartError(
      `The data directory ${directory} cannot be opened (${reason}). Nothing in it was changed: restore a backup, or move it away to start afresh.`,
    );
  }
};

/** Where the database is. */
export interface DatabaseLocation {
  readonly databaseUrl: string | undefined;
  /** URL of PostgreSQL itself if `databaseUrl` leads to a pooler in transaction mode. */
  readonly directUrl?: string | undefined;
  readonly dataDirectory: string;
}

type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL';

const openPostgres = async (
  setting: Setting,
  connectionString: string,
  config: pg.PoolConfig,
  options: DatabaseOptions = {},
): Promise<Database> => {
  const pool = new pg.Pool({
    connectionString,
    max: POSTGRES_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'shop-api',
    ...config,
  });
  const database = createDatabase(pool, 'postgresql', options);
  try {
    await database.query('SELECT 1');
    return database;
  } catch (error) {
    await pool.end();
    const { hostname, port, pathname } = new URL(connectionString);
    const reason = error instanceof Error ? error.message || error.name : String(error);
    throw new StartError(
      `The database ${pathname.slice(1)} at ${hostname}:${port || '5432'} (${setting}) cannot be reached: ${reason}.`,
    );
  }
};

/** Opens PostgreSQL if DATABASE_URL is set, otherwise the embedded database. Connections have the role's settings. */
export const openDatabase = async ({ databaseUrl, directUrl, dataDirectory }: DatabaseLocation): Promise<Database> =>
  databaseUrl === undefined
    ? (await openDirectory(dataDirectory)).database
    : openPostgres(
        'DATABASE_URL',
        databaseUrl,
        { query_timeout: QUERY_TIMEOUT_MS },
        { isPooled: directUrl !== undefined },
      );

/** Opens the database for a job, past a pooler: with sessions of its own, and with queries that take longer. */
export const openForJob = async (
  { databaseUrl, directUrl, dataDirectory }: DatabaseLocation,
  queryTimeoutMs: number,
): Promise<Database> => {
  const url = directUrl ?? databaseUrl;
  if (url === undefined) return (await openDirectory(dataDirectory)).database;
  return openPostgres(directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', url, {
    statement_timeout: queryTimeoutMs,
    query_timeout: queryTimeoutMs,
    options: '-c jit=off',
  });
};
