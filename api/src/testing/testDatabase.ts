import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { syncCatalog } from '../../content/syncCatalog';
import { createDatabase } from '../database/createDatabase';
import type { Database } from '../database/Database';
import { EmbeddedPostgres } from '../database/EmbeddedPostgres';
import { migrateDatabase } from '../database/migrateDatabase';
import { openEmbedded } from '../database/openDatabase';

export type TestDatabaseKind = 'PGlite' | 'PostgreSQL';

/** Databases by TEST_DATABASE. `npm test` sets none: its tests need no other program. */
const KINDS: Readonly<Record<string, readonly TestDatabaseKind[]>> = {
  '': ['PGlite'],
  PostgreSQL: ['PostgreSQL'],
  both: ['PGlite', 'PostgreSQL'],
};

export const databaseKinds: readonly TestDatabaseKind[] = KINDS[process.env['TEST_DATABASE'] ?? ''] ?? [];

const repositoryRoot = path.resolve(__dirname, '../../..');
const NO_MEDIA = '/nonexistent/manifest.json';

const prepareDatabase = async (database: Database): Promise<void> => {
  await migrateDatabase(database);
  await syncCatalog(database, NO_MEDIA);
};

const findNewestInput = (): number => {
  const findNewest = (folder: string): number =>
    Math.max(
      0,
      ...fs.readdirSync(folder, { withFileTypes: true }).map((entry) => {
        const full = path.join(folder, entry.name);
        return entry.isDirectory() ? (entry.name === 'media' ? 0 : findNewest(full)) : fs.statSync(full).mtimeMs;
      }),
    );
  return Math.max(
    findNewest(path.join(repositoryRoot, 'api/migrations')),
    findNewest(path.join(repositoryRoot, 'api/content')),
    fs.statSync(__filename).mtimeMs,
  );
};

/**
 * Makes opening a snapshot take a fifth of the CPU time: small buffers (each open clears them), no template databases,
 * and no need for recovery.
 */
const CLEANUP_STATEMENTS = [
  "ALTER SYSTEM SET shared_buffers = '8MB'",
  'ALTER SYSTEM SET max_connections = 5',
  'UPDATE pg_database SET datistemplate = false, datallowconn = true WHERE datistemplate',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
  'CHECKPOINT',
];

/** Creates an empty data directory with small files of the write-ahead log, of which each copy has one. */
const createSmallDirectory = async (): Promise<Uint8Array> => {
  const database = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] });
  const archive = await database.dumpDataDir('none');
  await database.close();
  return new Uint8Array(await archive.arrayBuffer());
};

/** Returns the path of an archived, migrated data directory with content. Cached until migrations or content change. */
export const ensureSnapshot = async (): Promise<string> => {
  const file = path.join(repositoryRoot, '.cache/api-tests', `${Math.round(findNewestInput())}.tar`);
  if (fs.existsSync(file)) return file;
  const embedded = await EmbeddedPostgres.open({ snapshot: await createSmallDirectory() });
  const pool = new pg.Pool({ max: 1, user: 'postgres', database: 'postgres', stream: embedded.createStream });
  const database = createDatabase(pool, 'pglite');
  await prepareDatabase(database);
  for (const statement of CLEANUP_STATEMENTS) await database.query(statement);
  const snapshot = await embedded.dump();
  await database.close();
  await embedded.close();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.${process.pid}`, snapshot);
  fs.renameSync(`${file}.${process.pid}`, file);
  return file;
};

/**
 * Unpacks a data directory for tests that open the embedded database themselves: 0.1 s instead of 5 s to create one.
 */
export const createTestDirectory = async (directory: string): Promise<void> => {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { status, stderr } = spawnSync('tar', ['-xf', await ensureSnapshot(), '-C', directory], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The data directory could not be unpacked: ${stderr}`);
};

const connectPostgres = (serverUrl: string, name: string): Database => {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return createDatabase(new pg.Pool({ connectionString: url.href, max: 10 }), 'postgresql');
};

const TEMPLATE = 'test_template';
const TEMPLATE_LOCK = 7_210_412; // an arbitrary, unique number

/** Creates the template database from which tests get copies. The first suite creates it; others wait for the lock. */
const ensureTemplate = async (admin: pg.Client, serverUrl: string): Promise<void> => {
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
  if (rowCount === 0) {
    const unfinished = `${TEMPLATE}_${process.pid}`; // renamed when it is complete
    await admin.query(`CREATE DATABASE ${unfinished}`);
    const database = connectPostgres(serverUrl, unfinished);
    await prepareDatabase(database);
    await database.close();
    await admin.query(`ALTER DATABASE ${unfinished} RENAME TO ${TEMPLATE}`);
  }
  await admin.query('SELECT pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
};

const openPostgres = async (): Promise<Database> => {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('There is no PostgreSQL for this test');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await ensureTemplate(admin, url);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  } finally {
    await admin.end();
  }
  return connectPostgres(url, name);
};

/**
 * Compiles PGlite once for all suites of a process: opening a database takes half of the CPU time with it. jest gives
 * each suite its own modules and globals, but not its own environment data.
 */
const compilePglite = async (): Promise<WebAssembly.Module> => {
  const compiled = getEnvironmentData('pglite') as WebAssembly.Module | undefined;
  if (compiled) return compiled;
  const file = path.join(path.dirname(require.resolve('@electric-sql/pglite')), 'pglite.wasm');
  const wasmModule = await WebAssembly.compile(new Uint8Array(fs.readFileSync(file)));
  setEnvironmentData('pglite', wasmModule);
  return wasmModule;
};

/** Opens a separate database with the content of both storefronts. */
export const openTestDatabase = async (kind: TestDatabaseKind): Promise<Database> =>
  kind === 'PostgreSQL'
    ? openPostgres()
    : openEmbedded({
        snapshot: new Uint8Array(fs.readFileSync(await ensureSnapshot())),
        wasmModule: await compilePglite(),
      });
