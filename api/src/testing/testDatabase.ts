import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { syncCatalogue } from '../../seeds/syncCatalogue';
import { createDatabase } from '../database/createDatabase';
import type { Database } from '../database/Database';
import { EmbeddedPostgres } from '../database/EmbeddedPostgres';
import { migrateDatabase } from '../database/migrateDatabase';
import { openEmbedded } from '../database/openDatabase';

export type TestDatabaseKind = 'PGlite' | 'PostgreSQL';

/** Both databases where the machine has both. */
export const databaseKinds: readonly TestDatabaseKind[] = process.env['TEST_POSTGRES_URL'] === undefined ? ['PGlite'] : ['PGlite', 'PostgreSQL'];

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
  return Math.max(newest(path.join(repositoryRoot, 'api/migrations')), newest(path.join(repositoryRoot, 'api/seeds')));
};

/** A migrated and seeded data directory, made once and kept while migrations and seeds stay as they are. */
const readSnapshot = async (): Promise<Uint8Array> => {
  const file = path.join(repositoryRoot, '.cache/api-tests', `${Math.round(newestInput())}.tar`);
  if (fs.existsSync(file)) return new Uint8Array(fs.readFileSync(file));
  const embedded = await EmbeddedPostgres.open({});
  const pool = new pg.Pool({ max: 1, user: 'postgres', database: 'postgres', stream: embedded.createStream });
  const database = createDatabase(pool, 'pglite');
  await prepare(database);
  const snapshot = await embedded.dump();
  await database.close();
  await embedded.close();
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(`${file}.${process.pid}`, snapshot);
  fs.renameSync(`${file}.${process.pid}`, file);
  return snapshot;
};

const openPostgres = async (): Promise<Database> => {
  const url = process.env['TEST_POSTGRES_URL'];
  if (url === undefined) throw new Error('There is no PostgreSQL for this test');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = createDatabase(new pg.Pool({ connectionString: own.href, max: 10 }), 'postgresql');
  await prepare(database);
  return database;
};

/** A database of a test's own with both catalogues in it. */
export const openTestDatabase = async (kind: TestDatabaseKind): Promise<Database> =>
  kind === 'PostgreSQL' ? openPostgres() : openEmbedded({ snapshot: await readSnapshot() });
