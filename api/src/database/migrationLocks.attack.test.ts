import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { anOrderBody, buildTestApp, newKey } from '../testing/testApp';
import { databaseKinds, openTestDatabase } from '../testing/testDatabase';
import type { Database } from './Database';
import { migrateDatabase } from './migrateDatabase';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migration-locks-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const SHOPPED_MS = 5_000;
/** A try of the migration, and what an order takes by itself on a busy machine. */
const SLOWEST_MS = 1_500;

/** A folder of migrations that come after all there are. */
const plant = (name: string, statements: readonly string[]): string => {
  const directory = path.join(folder, name);
  fs.mkdirSync(path.join(directory, 'meta'), { recursive: true });
  fs.writeFileSync(path.join(directory, '9000_planted.sql'), statements.join('\n--> statement-breakpoint\n'));
  fs.writeFileSync(
    path.join(directory, 'meta/_journal.json'),
    JSON.stringify({
      entries: [{ idx: 0, version: '7', when: Date.now() + 1e12, tag: '9000_planted', breakpoints: true }],
    }),
  );
  return directory;
};

interface Shopped {
  readonly statuses: ReadonlySet<number>;
  readonly slowestMs: number;
}

let shoppers = 0;
/** Somebody at a network of their own: limits are not what is tried here. */
const orderAsAnybody = (app: FastifyInstance) => {
  shoppers += 1;
  const billing = { ...anOrderBody().billing, email: `shopper-${shoppers}@example.com` };
  return app.inject({
    method: 'POST',
    url: '/api/orders',
    remoteAddress: `10.7.${shoppers >> 8}.${shoppers & 255}`,
    payload: anOrderBody({ billing }),
    headers: { 'idempotency-key': newKey() },
  });
};

/** Listings and orders, one after the other, for a while. */
const shop = async (app: FastifyInstance): Promise<Shopped> => {
  const statuses = new Set<number>();
  let slowestMs = 0;
  for (const end = performance.now() + SHOPPED_MS; performance.now() < end; await sleep(20)) {
    const began = performance.now();
    statuses.add((await app.inject('/api/products?store=organic-store')).statusCode);
    statuses.add((await orderAsAnybody(app)).statusCode);
    slowestMs = Math.max(slowestMs, performance.now() - began);
  }
  return { statuses, slowestMs };
};

const openShop = async (
  kind: (typeof databaseKinds)[number],
): Promise<{ database: Database; app: FastifyInstance; close(): Promise<void> }> => {
  const database = await openTestDatabase(kind);
  await database.query('UPDATE products SET stock = 100000');
  const app = await buildTestApp(database);
  return {
    database,
    app,
    async close() {
      await app.close();
      await database.close();
    },
  };
};

/** Another session with an open transaction that did this. */
const holdOpen = async (database: Database, statement: string) => {
  const other = await database.pool.connect();
  await other.query('BEGIN');
  await other.query(statement);
  return async (): Promise<void> => {
    await other.query('COMMIT');
    other.release();
  };
};

const columnsNamed = async (database: Database, name: string): Promise<number> =>
  (await database.query('SELECT 1 FROM information_schema.columns WHERE column_name = $1', [name])).rowCount ?? 0;
const indexIsValid = async (database: Database, name: string): Promise<boolean | undefined> =>
  (
    await database.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    )
  ).rows[0]?.valid;

const onPostgres = databaseKinds.includes('PostgreSQL') ? test : test.skip; // said loudly by the setup

onPostgres(
  'while a backup reads a table, listings and orders go on, and a migration of it waits and comes after',
  async () => {
    const { database, app, close } = await openShop('PostgreSQL');
    const release = await holdOpen(database, 'LOCK TABLE products, orders IN ACCESS SHARE MODE'); // as pg_dump does
    let retries = 0;
    let isDone = false;
    const planted = plant('column', [
      'ALTER TABLE products ADD COLUMN planted text',
      'ALTER TABLE orders ADD COLUMN planted text',
    ]);
    const migrated = migrateDatabase(database, { folder: planted, onRetry: () => (retries += 1) }).then(
      () => (isDone = true),
    );
    const { statuses, slowestMs } = await shop(app);
    expect([...statuses]).toEqual([200]);
    expect(slowestMs).toBeLessThan(SLOWEST_MS);
    expect(retries).toBeGreaterThanOrEqual(2);
    expect(isDone).toBe(false);
    await release();
    await migrated;
    expect(await columnsNamed(database, 'planted')).toBe(2);
    await close();
  },
  60_000,
);

onPostgres(
  'one that gets no lock for as long as it may try leaves everything as it was, and says why',
  async () => {
    const { database, close } = await openShop('PostgreSQL');
    const release = await holdOpen(database, 'LOCK TABLE orders IN ACCESS SHARE MODE');
    const planted = plant('half', [
      'ALTER TABLE products ADD COLUMN half text',
      'ALTER TABLE orders ADD COLUMN half text',
    ]);
    await expect(migrateDatabase(database, { folder: planted, waitMs: 0 })).rejects.toMatchObject({ code: '55P03' });
    expect(await columnsNamed(database, 'half')).toBe(0);
    await release();
    await migrateDatabase(database, { folder: planted });
    expect(await columnsNamed(database, 'half')).toBe(2);
    await close();
  },
  60_000,
);

onPostgres(
  'an index is made while others write, by whichever of two processes is first',
  async () => {
    const { database, app, close } = await openShop('PostgreSQL');
    const release = await holdOpen(database, "UPDATE products SET stock = stock WHERE id = 'carrots'");
    const planted = plant('index', [
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS planted_index ON orders (created_at, number)',
    ]);
    const migrated = Promise.all([
      migrateDatabase(database, { folder: planted }),
      migrateDatabase(database, { folder: planted }),
    ]);
    const { statuses, slowestMs } = await shop(app);
    expect([...statuses]).toEqual([200]);
    expect(slowestMs).toBeLessThan(SLOWEST_MS);
    await release();
    await migrated;
    expect(await indexIsValid(database, 'planted_index')).toBe(true);
    await close();
  },
  60_000,
);

onPostgres(
  'an index that a try left unfinished is made anew',
  async () => {
    const { database, close } = await openShop('PostgreSQL');
    await expect(
      database.query('CREATE UNIQUE INDEX CONCURRENTLY planted_unfinished ON products (store)'),
    ).rejects.toThrow(/could not create unique index/);
    expect(await indexIsValid(database, 'planted_unfinished')).toBe(false);
    await migrateDatabase(database, {
      folder: plant('unfinished', [
        'CREATE INDEX CONCURRENTLY IF NOT EXISTS planted_unfinished ON products (store, sku)',
      ]),
    });
    expect(await indexIsValid(database, 'planted_unfinished')).toBe(true);
    await close();
  },
  60_000,
);

test('the embedded database takes both kinds', async () => {
  const { database, close } = await openShop('PGlite');
  await migrateDatabase(database, {
    folder: plant('embedded', ['CREATE INDEX CONCURRENTLY IF NOT EXISTS planted_index ON products (store, sku)']),
  });
  expect(await indexIsValid(database, 'planted_index')).toBe(true);
  await close();
}, 60_000);
