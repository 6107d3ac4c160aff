import { setTimeout as sleep } from 'node:timers/promises';
import { databaseKinds, openTestDatabase } from '../../testing/testDatabase';
import { LOCK_BUDGET_MS } from '../applyMigration';
import type { Database } from '../Database';
import { measureTable, type TableSize } from './measureTable';
import { planMigrations, type Plan } from './planMigrations';

const SAMPLE_INTERVAL_MS = 20;

const onPostgres = databaseKinds.includes('PostgreSQL') ? test : test.skip; // globalSetup has printed a warning

const openEmpty = async (): Promise<Database> => {
  const database = await openTestDatabase('PostgreSQL');
  await database.query('DROP SCHEMA public CASCADE; DROP SCHEMA drizzle CASCADE; CREATE SCHEMA public');
  return database;
};

const listLocks = ({ migrations }: Plan) =>
  migrations.map(({ name, statements }) => ({ name, tables: statements.map(({ tables }) => tables) }));

onPostgres('the embedded database locks, reads and rewrites the same tables as PostgreSQL', async () => {
  const shop = await openTestDatabase('PostgreSQL');
  const embedded = listLocks(await planMigrations(shop, 'all'));
  expect(listLocks(await planMigrations(shop, 'all', { open: openEmpty }))).toEqual(embedded);
  expect(embedded.flatMap(({ tables }) => tables.flat()).length).toBeGreaterThan(20);
  await shop.close();
});

/** Samples for how long each lock on a table is held until `work` is done. */
const sampleLocks = async (database: Database, work: () => Promise<void>): Promise<Map<string, number>> => {
  const heldMs = new Map<string, number>();
  const firstSeen = new Map<string, number>();
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  for (; !isDone; await sleep(SAMPLE_INTERVAL_MS)) {
    const { rows } = await database.query<{ lock: string }>(
      `SELECT concat_ws(' ', l.mode, c.relname, l.virtualtransaction) AS lock FROM pg_locks l
       JOIN pg_class c ON c.oid = l.relation AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
       WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    const now = performance.now();
    for (const { lock } of rows) {
      if (!firstSeen.has(lock)) firstSeen.set(lock, now);
      heldMs.set(lock, now - (firstSeen.get(lock) ?? now));
    }
  }
  await working;
  return heldMs;
};

onPostgres(
  'a table that takes long to read is read for less than the lock budget, which nobody waits for',
  async () => {
    const shop = await openTestDatabase('PostgreSQL');
    await shop.query('CREATE VIEW slow AS SELECT * FROM products WHERE pg_sleep(0.02) IS NOT NULL');
    let size: TableSize | undefined;
    const heldMs = await sampleLocks(shop, async () => {
      size = await measureTable(shop, 'slow');
    });
    expect(size).toMatchObject({ isComplete: false });
    expect([...heldMs.keys()]).toEqual([expect.stringMatching(/^AccessShareLock products /)]);
    expect(Math.max(...heldMs.values())).toBeLessThan(LOCK_BUDGET_MS);
    expect(Math.max(...heldMs.values())).toBeGreaterThan(LOCK_BUDGET_MS / 4);
    await shop.close();
  },
);

onPostgres('a table that a migration has locked is not waited for, and nothing can be changed', async () => {
  const shop = await openTestDatabase('PostgreSQL');
  const migrating = await shop.pool.connect();
  await migrating.query('BEGIN; LOCK TABLE orders');
  const startedAt = performance.now();
  expect(await measureTable(shop, 'orders')).toMatchObject({ isComplete: false });
  expect(performance.now() - startedAt).toBeLessThan(LOCK_BUDGET_MS * 2);
  await migrating.query('ROLLBACK');
  migrating.release();
  await shop.query(
    `CREATE FUNCTION write() RETURNS integer VOLATILE LANGUAGE sql AS 'UPDATE products SET stock = 1 RETURNING stock';
     CREATE VIEW writing AS SELECT * FROM products WHERE write() = 1`,
  );
  await expect(measureTable(shop, 'writing')).rejects.toThrow(/cannot execute UPDATE in a read-only transaction/);
  await shop.close();
});
