import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { syncCatalogue } from '../../content/syncCatalogue';
import { createDatabase } from '../database/createDatabase';
import type { Database } from '../database/Database';
import { EmbeddedPostgres } from '../database/EmbeddedPostgres';
import { migrateDatabase } from '../database/migrateDatabase';
import { openEmbedded } from '../database/openDatabase';

export type TestDatabaseKind = 'PGlite' | 'PostgreSQL';

/** Both databases where the machine has both. */
export const databaseKinds: readonly TestDatabaseKind[] =
  process.env['TEST_POSTGRES_URL'] === undefined ? ['PGlite'] : ['PGlite', 'PostgreSQL'];

const repositoryRoot = path.resolve(__dirname, '../../..');
const NO_MEDIA = '/nonexistent/manifest.json';

const prepare = async (database: Database): Promise<void> => {
  await migrateDatabase(database);
  await syncCatalogue(database, NO_MEDIA);
};

const newestInput = (): number => {
  const newest = (folder: string): number =>
    Math.max(
      0,
      ...fs.readdirSync(folder, { withFileTypes: true }).map((entry) => {
        const full = path.join(folder, entry.name);
        return entry.isDirectory() ? (entry.name === 'media' ? 0 : newest(full)) : fs.statSync(full).mtimeMs;
      }),
    );
  return Math.max(
    newest(path.join(repositoryRoot, 'api/migrations')),
    newest(path.join(repositoryRoot, 'api/content')),
  );
};

/**
 * Nothing is left to recover when it is opened, and it has no databases that others are made from: a third less to do
 * for each test that opens it.
 */
const TIDYING = [
  'UPDATE pg_database SET datistemplate = false, datallowconn = true WHERE datistemplate',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
  'CHECKPOINT',
];

/**
 * The archive of a migrated and seeded data directory, made before all suites and kept while migrations and seeds stay
 * as they are.
 */
export const requireSnapshot = async (): Promise<string> => {
  const file = path.join(repositoryRoot, '.cache/api-tests', `${Math.round(newestInput())}.tar`);
  if (fs.existsSync(file)) return file;
  const embedded = await EmbeddedPostgres.open({});
  const pool = new pg.Pool({ max: 1, user: 'postgres', database: 'postgres', stream: embedded.createStream });
  const database = createDatabase(pool, 'pglite');
  await prepare(database);
  for (const statement of TIDYING) await database.query(statement);
  const snapshot = await embedded.dump();
  await database.close();
  await embedded.close();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.${process.pid}`, snapshot);
  fs.renameSync(`${file}.${process.pid}`, file);
  return file;
};

/**
 * A data directory of both catalogues, for what opens the embedded database itself: unpacked in a tenth of a second,
 * where making one takes five.
 */
export const makeTestDirectory = async (directory: string): Promise<void> => {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { status, stderr } = spawnSync('tar', ['-xf', await requireSnapshot(), '-C', directory], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The data directory could not be unpacked: ${stderr}`);
};

const connectPostgres = (serverUrl: string, name: string): Database => {
  const own = new URL(serverUrl);
  own.pathname = `/${name}`;
  return createDatabase(new pg.Pool({ connectionString: own.href, max: 10 }), 'postgresql');
};

const TEMPLATE = 'test_template';
const TEMPLATE_LOCK = 7_210_412; // any number that only this uses

/**
 * A migrated and seeded database that the others are copies of, made by the first suite of the run that asks; the next
 * ones wait for it.
 */
const requireTemplate = async (admin: pg.Client, serverUrl: string): Promise<void> => {
  await admin.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  const { rowCount } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [TEMPLATE]);
  if (rowCount === 0) {
    const unfinished = `${TEMPLATE}_${process.pid}`; // a copy of half a catalogue would be worse than none
    await admin.query(`CREATE DATABASE ${unfinished}`);
    const database = connectPostgres(serverUrl, unfinished);
    await prepare(database);
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
    await requireTemplate(admin, url);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  } finally {
    await admin.end();
  }
  return connectPostgres(url, name);
};

/** A database of a test's own with both catalogues in it. */
export const openTestDatabase = async (kind: TestDatabaseKind): Promise<Database> =>
  kind === 'PostgreSQL'
    ? openPostgres()
    : openEmbedded({ snapshot: new Uint8Array(fs.readFileSync(await requireSnapshot())) });
