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

const TRAFFIC_MS = 5_000;
/** One lock attempt of the migration plus the time an order takes on a busy machine. */
const MAX_RESPONSE_MS = 1_500;

/** Creates a folder with one migration that follows all existing ones. */
const writeMigration = (name: string, statements: readonly string[]): string => {
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

interface TrafficResult {
  readonly statuses: ReadonlySet<number>;
  readonly slowestMs: number;
}

let shoppers = 0;
/** Places an order from a new network, so that no rate limit is reached. */
const placeOrder = (app: FastifyInstance) => {
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

/** Requests listings and places orders in turn for TRAFFIC_MS. */
const sendTraffic = async (app: FastifyInstance): Promise<TrafficResult> => {
  const statuses = new Set<number>();
  let slowestMs = 0;
  for (const end = performance.now() + TRAFFIC_MS; performance.now() < end; await sleep(20)) {
    const startedAt = performance.now();
    statuses.add((await app.inject('/api/products?store=organic-store')).statusCode);
    statuses.add((await placeOrder(app)).statusCode);
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
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

/** Runs a statement in a transaction of another connection. Returns a function that commits it. */
const holdTransaction = async (database: Database, statement: string) => {
  const connection = await database.pool.connect();
  await connection.query('BEGIN');
  await connection.query(statement);
  return async (): Promise<void> => {
    await connection.query('COMMIT');
    connection.release();
  };
};

const countColumns = async (database: Database, name: string): Promise<number> =>
  (await database.query('SELECT 1 FROM information_schema.columns WHERE column_name = $1', [name])).rowCount ?? 0;
const isIndexValid = async (database: Database, name: string): Promise<boolean | undefined> =>
  (
    await database.query<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [name],
    )
  ).rows[0]?.valid;

const onPostgres = databaseKinds.includes('PostgreSQL') ? test : test.skip; // globalSetup has printed a warning

onPostgres(
  'a migration waits until a backup releases the table, and the shop keeps serving meanwhile',
  async () => {
    const { database, app, close } = await openShop('PostgreSQL');
    const release = await holdTransaction(database, 'LOCK TABLE products, orders IN ACCESS SHARE MODE'); // as pg_dump does
    let retries = 0;
    let isDone = false;
    const migrationFolder = writeMigration('column', [
      'ALTER TABLE products ADD COLUMN planted text',
      'ALTER TABLE orders ADD COLUMN planted text',
    ]);
    const migrated = migrateDatabase(database, { folder: migrationFolder, onRetry: () => (retries += 1) }).then(
      () => (isDone = true),
    );
    const { statuses, slowestMs } = await sendTraffic(app);
    expect([...statuses]).toEqual([200]);
    expect(slowestMs).toBeLessThan(MAX_RESPONSE_MS);
    expect(retries).toBeGreaterThanOrEqual(2);
    expect(isDone).toBe(false);
    await release();
    await migrated;
    expect(await countColumns(database, 'planted')).toBe(2);
    await close();
  },
  60_000,
);

onPostgres(
  'a migration that gets no lock in time changes nothing and fails with lock_not_available',
  async () => {
    const { database, close } = await openShop('PostgreSQL');
    const release = await holdTransaction(database, 'LOCK TABLE orders IN ACCESS SHARE MODE');
    const migrationFolder = writeMigration('half', [
      'ALTER TABLE products ADD COLUMN half text',
      'ALTER TABLE orders ADD COLUMN half text',
    ]);
    await expect(migrateDatabase(database, { folder: migrationFolder, waitMs: 0 })).rejects.toMatchObject({
      cause: { code: '55P03' },
    });
    expect(await countColumns(database, 'half')).toBe(0);
    await release();
    await migrateDatabase(database, { folder: migrationFolder });
    expect(await countColumns(database, 'half')).toBe(2);
    await close();
  },
  60_000,
);

onPostgres(
  'two processes that migrate at once create an index concurrently while shoppers keep ordering',
  async () => {
    const { database, app, close } = await openShop('PostgreSQL');
    const release = await holdTransaction(database, "UPDATE products SET stock = stock WHERE id = 'carrots'");
    const migrationFolder = writeMigration('index', [
      'CREATE INDEX CONCURRENTLY IF NOT EXISTS planted_index ON orders (created_at, number)',
    ]);
    const migrated = Promise.all([
      migrateDatabase(database, { folder: migrationFolder }),
      migrateDatabase(database, { folder: migrationFolder }),
    ]);
    const { statuses, slowestMs } = await sendTraffic(app);
    expect([...statuses]).toEqual([200]);
    expect(slowestMs).toBeLessThan(MAX_RESPONSE_MS);
    await release();
    await migrated;
    expect(await isIndexValid(database, 'planted_index')).toBe(true);
    await close();
  },
  60_000,
);

onPostgres(
  'an invalid index left by a failed attempt is rebuilt',
  async () => {
    const { database, close } = await openShop('PostgreSQL');
    await expect(
      database.query('CREATE UNIQUE INDEX CONCURRENTLY planted_unfinished ON products (store)'),
    ).rejects.toThrow(/could not create unique index/);
    expect(await isIndexValid(database, 'planted_unfinished')).toBe(false);
    await migrateDatabase(database, {
      folder: writeMigration('unfinished', [
        'CREATE INDEX CONCURRENTLY IF NOT EXISTS planted_unfinished ON products (store, sku)',
      ]),
    });
    expect(await isIndexValid(database, 'planted_unfinished')).toBe(true);
    await close();
  },
  60_000,
);

test.each(databaseKinds)(
  '%s runs migrations with concurrent indexes and with procedures that commit their batches',
  async (kind) => {
    const { database, close } = await openShop(kind);
    await database.query(`CREATE PROCEDURE planted_backfill() LANGUAGE plpgsql AS $$
      BEGIN
        FOR batch IN 0..9 LOOP
          UPDATE products SET unit = 'planted' WHERE abs(hashtext(id)) % 10 = batch;
          COMMIT;
        END LOOP;
      END $$`);
    await migrateDatabase(database, {
      folder: writeMigration(`procedure-${kind}`, [
        'CREATE INDEX CONCURRENTLY IF NOT EXISTS planted_index ON products (store, sku)',
        'CALL planted_backfill()',
      ]),
    });
    expect(await isIndexValid(database, 'planted_index')).toBe(true);
    const { rows } = await database.query("SELECT id FROM products WHERE unit IS DISTINCT FROM 'planted'");
    expect(rows).toEqual([]);
    await close();
  },
  60_000,
);
