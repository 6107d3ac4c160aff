import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';

/** What a migration may do to tables that shoppers use meanwhile. The first six were made before there were any. */
const FIRST_CHECKED = 6;
const api = path.resolve(__dirname, '../..');
const migrations = path.join(api, 'migrations');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migration-rules-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const lint = (files: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      require.resolve('squawk-cli/js/bin/squawk'),
      '--config',
      path.join(api, '.squawk.toml'),
      '--reporter',
      'gcc',
      ...files,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0 && stdout === '') throw new Error(stderr);
  return stdout;
};

const statementsOf = (file: string): string[] =>
  fs
    .readFileSync(file, 'utf8')
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim());

/** Has a row per combination of facet values: thousands, however many products there are. */
const SMALL_TABLES = /^UPDATE facet_cells\b/i;
/** A procedure commits its batches itself, so it runs outside a transaction, like CONCURRENTLY. */
const RUNS_OUTSIDE_TRANSACTION = /\bCONCURRENTLY\b|^CALL\b/i;

/** What the linter does not know: rows changed all at once, and how the runner goes about CONCURRENTLY. */
const findOwnFaults = (file: string): string[] => {
  const statements = statementsOf(file);
  const concurrent = statements.filter((statement) => /\bCONCURRENTLY\b/i.test(statement));
  return [
    ...statements
      .filter((statement) => /^(?:UPDATE|DELETE|LOCK|VACUUM|CLUSTER|REINDEX)\b/i.test(statement))
      .filter((statement) => !SMALL_TABLES.test(statement))
      .map((statement) => `holds the rows or the table for as long as it takes: ${statement}`),
    ...(concurrent.length > 0 && !statements.every((statement) => RUNS_OUTSIDE_TRANSACTION.test(statement))
      ? ['has statements beside those that run CONCURRENTLY: a migration of its own is needed']
      : []),
    ...(concurrent.length === 0 && statements.some((statement) => /^CALL\b/i.test(statement))
      ? ['calls a procedure in a transaction, where it cannot commit its batches']
      : []),
    ...concurrent
      .filter((statement) => !/IF (?:NOT )?EXISTS/i.test(statement))
      .map((statement) => `cannot be tried again: ${statement}`),
  ];
};

const faultsOf = (file: string): string => [lint([file]), ...findOwnFaults(file)].join('\n').trim();

const planted = (sql: string): string => {
  const file = path.join(folder, 'planted.sql');
  fs.writeFileSync(file, sql);
  return file;
};

const checked = fs
  .readdirSync(migrations)
  .filter((name) => /^\d{4}_.*\.sql$/.test(name) && Number(name.slice(0, 4)) >= FIRST_CHECKED);

test(`the ${checked.length} migrations from 0006 on neither rewrite a large table nor lock it for long`, () => {
  for (const name of checked) expect(`${name} ${faultsOf(path.join(migrations, name))}`).toBe(`${name} `);
  expect(readMigrationFiles({ migrationsFolder: migrations }).length).toBeGreaterThanOrEqual(
    FIRST_CHECKED + checked.length,
  );
});

test.each([
  ['an index that blocks writes', 'CREATE INDEX products_x ON products (x);'],
  ['a rewrite for another type', 'ALTER TABLE products ALTER COLUMN stock TYPE bigint;'],
  [
    'a rewrite for a changing default',
    'ALTER TABLE products ADD COLUMN z timestamptz DEFAULT clock_timestamp() NOT NULL;',
  ],
  ['a scan under a lock', 'ALTER TABLE products ALTER COLUMN name SET NOT NULL;'],
  ['a constraint that is checked at once', 'ALTER TABLE products ADD CONSTRAINT c CHECK (stock > 0);'],
  [
    'a foreign key that is checked at once',
    'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (account_id) REFERENCES accounts (id);',
  ],
  ['a unique constraint that makes its index', 'ALTER TABLE products ADD CONSTRAINT u UNIQUE (sku);'],
  ['a column taken from the version that still runs', 'ALTER TABLE products DROP COLUMN unit;'],
  ['every row changed at once', 'UPDATE products SET stock = 1;'],
  [
    'a concurrent index among others',
    'ALTER TABLE products ADD COLUMN x text;\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY IF NOT EXISTS products_x ON products (x);',
  ],
  ['a procedure in a transaction', 'CALL fill_in_attributes();'],
  ['a concurrent index that a second try trips over', 'CREATE INDEX CONCURRENTLY products_x ON products (x);'],
])('%s is refused', (_what, sql) => {
  expect(faultsOf(planted(sql))).not.toBe('');
});

test.each([
  [
    'a new column',
    'ALTER TABLE "products" ADD COLUMN "x" text;\n--> statement-breakpoint\nALTER TABLE "products" ADD COLUMN "y" boolean DEFAULT false NOT NULL;',
  ],
  [
    'a new table with all it needs',
    'CREATE TABLE "things" ("id" serial PRIMARY KEY NOT NULL, "order_id" integer NOT NULL);\n--> statement-breakpoint\nCREATE INDEX "things_order" ON "things" USING btree ("order_id");\n--> statement-breakpoint\nALTER TABLE "things" ADD CONSTRAINT "things_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;',
  ],
  [
    'an index made concurrently',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_x" ON "products" USING btree ("sku");',
  ],
])('%s is not', (_what, sql) => {
  expect(faultsOf(planted(sql))).toBe('');
});
