import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openTestDatabase } from '../../testing/testDatabase';
import type { Database } from '../Database';
import { migrateDatabase, migrationsFolder } from '../migrateDatabase';
import { readAppliedMigrations } from '../schemaState';
import { formatPlan } from './formatPlan';
import { planMigrations, type PlanSelection } from './planMigrations';

let folder: string;
let shop: Database;
beforeAll(async () => {
  shop = await openTestDatabase('PGlite');
});
afterAll(() => shop.close());
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'plan-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Writes migrations that follow all existing ones. */
const writeMigrations = (migrations: Readonly<Record<string, readonly string[]>>): void => {
  fs.mkdirSync(path.join(folder, 'meta'));
  for (const [name, statements] of Object.entries(migrations))
    fs.writeFileSync(path.join(folder, `${name}.sql`), statements.join('\n--> statement-breakpoint\n'));
  const entries = Object.keys(migrations).map((tag, idx) => ({
    idx,
    version: '7',
    when: Date.now() + 1e12 + idx,
    tag,
    breakpoints: true,
  }));
  fs.writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
};
const addMigration = (...statements: readonly string[]): void => writeMigrations({ '9000_planted': statements });

/** Plans what is in the folder. The scratch database has this version's schema. */
const plan = (selection: PlanSelection = 'pending') =>
  planMigrations(shop, selection, { folder, open: () => openTestDatabase('PGlite') });

test('each statement of a pending migration says what it locks, reads and rewrites', async () => {
  addMigration(
    'ALTER TABLE products ADD COLUMN planted text',
    'ALTER TABLE payments ALTER COLUMN settled_at SET NOT NULL',
    'ALTER TABLE products ALTER COLUMN stock TYPE bigint',
    'CREATE INDEX planted_index ON orders (created_at)',
    'CREATE TABLE planted_things (id integer PRIMARY KEY, order_id integer)',
    'ALTER TABLE planted_things ADD CONSTRAINT planted FOREIGN KEY (order_id) REFERENCES orders (id)',
    'CREATE INDEX planted_things_order ON planted_things (order_id)',
    'UPDATE reviews SET rating = 5',
    'DROP TABLE wishlist_items',
    "COMMENT ON DATABASE postgres IS 'planted'",
  );
  const { migrations } = await plan();
  expect(migrations.map(({ name, isTransaction }) => [name, isTransaction])).toEqual([['9000_planted', true]]);
  const none = { isScanned: false, isRewritten: false };
  expect(migrations[0]?.statements.map(({ tables }) => tables)).toEqual([
    [{ ...none, name: 'products', mode: 'ACCESS EXCLUSIVE' }],
    [{ name: 'payments', mode: 'ACCESS EXCLUSIVE', isScanned: true, isRewritten: false }],
    [{ name: 'products', mode: 'ACCESS EXCLUSIVE', isScanned: true, isRewritten: true }],
    [{ name: 'orders', mode: 'SHARE', isScanned: true, isRewritten: false }],
    [],
    [{ ...none, name: 'orders', mode: 'SHARE ROW EXCLUSIVE' }],
    [],
    [{ name: 'reviews', mode: 'ROW EXCLUSIVE', isScanned: true, isRewritten: false }],
    [
      { ...none, name: 'accounts', mode: 'ACCESS EXCLUSIVE' },
      { ...none, name: 'products', mode: 'ACCESS EXCLUSIVE' },
      { ...none, name: 'wishlist_items', mode: 'ACCESS EXCLUSIVE' },
    ],
    [],
  ]);
});

test('statements outside of a transaction are planned by their text', async () => {
  addMigration(
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS planted_index ON orders (created_at)',
    'DROP INDEX CONCURRENTLY IF EXISTS orders_holding',
    'CALL fill_held_stock()',
  );
  const planned = await plan();
  expect(planned.migrations[0]).toMatchObject({
    isTransaction: false,
    statements: [
      { tables: [{ name: 'orders', mode: 'SHARE UPDATE EXCLUSIVE', isScanned: true }] },
      { tables: [{ name: 'orders', mode: 'SHARE UPDATE EXCLUSIVE', isScanned: false }] },
      { tables: [] },
    ],
  });
  expect(formatPlan(planned)).toMatch(/CALL fill_held_stock\(\)\n {4}no lock on a whole table; in batches/);
});

test('a lock is held until the end of its migration, and longer by the time that reading the rows takes', async () => {
  addMigration(
    'ALTER TABLE orders ADD COLUMN planted text',
    'ALTER TABLE products ADD CONSTRAINT planted CHECK (stock >= -1)',
  );
  const planned = await plan();
  const products = planned.sizes.get('products');
  const { rows } = await shop.query<{ n: number }>('SELECT count(*)::int AS n FROM products');
  expect(products).toMatchObject({ rows: rows[0]?.n, isComplete: true });
  expect(products?.bytes).toBeGreaterThan(0);
  const sizes = new Map([['products', { rows: 2e6, bytes: 5e9, readMs: 400, isComplete: false }]]);
  const [migration] = planned.migrations;
  const statements = migration?.statements.map((statement, index) => ({ ...statement, ms: index + 1 })) ?? [];
  const text = formatPlan({ migrations: [{ name: 'planted', isTransaction: true, statements }], sizes });
  expect(text).toContain('planted: one transaction of more than 403 ms; it waits 500 ms at most for its locks');
  expect(text).toContain(
    'orders (not in this database yet): ACCESS EXCLUSIVE, held more than 403 ms; reads and writes wait; neither read',
  );
  expect(text).toContain(
    'products (about 2,000,000 rows, 4,882,813 kB): ACCESS EXCLUSIVE, held more than 402 ms; reads and writes wait; read as a whole, reading it takes more than 400 ms',
  );
});

test('the plan changes nothing', async () => {
  const readSchema = async () =>
    (await shop.query('SELECT oid, relname, relfilenode, relnatts FROM pg_class ORDER BY oid')).rows;
  addMigration('ALTER TABLE products ADD COLUMN planted text', 'DROP TABLE wishlist_items');
  const before = [await readSchema(), await readAppliedMigrations(shop)];
  await plan();
  expect([await readSchema(), await readAppliedMigrations(shop)]).toEqual(before);
});

test('migrations are planned by name or number, also when they were applied, and none otherwise', async () => {
  const column = (name: string) => [`ALTER TABLE products ADD COLUMN ${name} text`];
  writeMigrations({ '9000_first': column('first'), '9001_second': column('second'), '9002_third': column('third') });
  const list = async (...names: string[]) => (await plan(names)).migrations.map(({ name }) => name);
  expect(await list('9002', '9000_first')).toEqual(['9000_first', '9002_third']);
  await expect(plan(['900'])).rejects.toThrow('There is no migration 900 in api/migrations.');
  await migrateDatabase(shop, { folder });
  expect(await list('9001')).toEqual(['9001_second']);
  expect(formatPlan(await plan())).toBe('No migration is pending.\n');
});

test("all of this version's migrations are planned, the first of which locks nothing", async () => {
  const { migrations, sizes } = await planMigrations(shop, 'all');
  const { entries } = JSON.parse(fs.readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
  expect(migrations.map(({ name }) => name)).toEqual(entries.map(({ tag }: { tag: string }) => tag));
  expect(migrations[0]?.statements.flatMap(({ tables }) => tables)).toEqual([]);
  expect([...sizes.keys()]).toContain('order_lines');
});
