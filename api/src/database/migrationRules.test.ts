// eslint-disable-next-line no-restricted-imports -- only the linter of migrations, which takes a second
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { findContractions } from '../testing/findContractions';
import { findReleaseBefore, findSourcesNaming } from '../testing/releaseBefore';

/** Number of the first migration that is checked: the one before it creates the tables of an empty database. */
const FIRST_CHECKED = 1;
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

const readStatements = (file: string): string[] =>
  fs
    .readFileSync(file, 'utf8')
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim());

/** A procedure commits its batches itself, so it runs outside a transaction, like CONCURRENTLY. */
const RUNS_OUTSIDE_TRANSACTION = /\bCONCURRENTLY\b|^CALL\b/i;

/** Checks what the linter does not: changes of all rows at once, and the runner's rules for CONCURRENTLY. */
const checkOwnRules = (file: string): string[] => {
  const statements = readStatements(file);
  const concurrent = statements.filter((statement) => /\bCONCURRENTLY\b/i.test(statement));
  return [
    ...statements
      .filter((statement) => /^(?:UPDATE|DELETE|LOCK|VACUUM|CLUSTER|REINDEX)\b/i.test(statement))
      .map((statement) => `locks many rows or the whole table: ${statement}`),
    ...(concurrent.length > 0 && !statements.every((statement) => RUNS_OUTSIDE_TRANSACTION.test(statement))
      ? ['mixes CONCURRENTLY with other statements: use a separate migration']
      : []),
    ...(concurrent.length === 0 && statements.some((statement) => /^CALL\b/i.test(statement))
      ? ['calls a procedure in a transaction, where it cannot commit its batches']
      : []),
    ...concurrent
      .filter((statement) => !/IF (?:NOT )?EXISTS/i.test(statement))
      .map((statement) => `cannot be retried: ${statement}`),
  ];
};

const hasHistory = findReleaseBefore('api/migrations') !== undefined;
if (!hasHistory)
  console.warn('There is no git history here: what migrations drop is not compared with the release before.');

/** Migrations expand, migrate, contract: the release before goes on running, and may be rolled back to. */
const checkReleaseBefore = (file: string): string[] => {
  const { refused, dropped } = findContractions(readStatements(file));
  // A planted migration comes after everything that is committed.
  const release =
    dropped.length > 0 ? (findReleaseBefore(path.join('api/migrations', path.basename(file))) ?? 'HEAD') : '';
  return [
    ...refused,
    ...(hasHistory ? dropped : []).flatMap((name) => {
      const [source] = findSourcesNaming(name, release);
      return source === undefined ? [] : [`drops ${name}, which the release before names: ${source}`];
    }),
  ];
};

const findFaults = (file: string): string =>
  [lint([file]), ...checkOwnRules(file), ...checkReleaseBefore(file)].join('\n').trim();

const writeMigration = (sql: string): string => {
  const file = path.join(folder, 'planted.sql');
  fs.writeFileSync(file, sql);
  return file;
};

const checked = fs
  .readdirSync(migrations)
  .filter((name) => /^\d{4}_.*\.sql$/.test(name) && Number(name.slice(0, 4)) >= FIRST_CHECKED);

test(`the ${checked.length} migrations after the first neither rewrite a large table nor lock it for long`, () => {
  for (const name of checked) expect(`${name} ${findFaults(path.join(migrations, name))}`).toBe(`${name} `);
  expect(readMigrationFiles({ migrationsFolder: migrations }).length).toBeGreaterThanOrEqual(
    FIRST_CHECKED + checked.length,
  );
});

test.each([
  ['an index that blocks writes', 'CREATE INDEX products_x ON products (x);'],
  ['a table rewrite for a new type', 'ALTER TABLE products ALTER COLUMN stock TYPE bigint;'],
  [
    'a table rewrite for a volatile default',
    'ALTER TABLE products ADD COLUMN z timestamptz DEFAULT clock_timestamp() NOT NULL;',
  ],
  ['a full scan under a lock', 'ALTER TABLE products ALTER COLUMN name SET NOT NULL;'],
  ['a constraint that is validated immediately', 'ALTER TABLE products ADD CONSTRAINT c CHECK (stock > 0);'],
  [
    'a foreign key that is validated immediately',
    'ALTER TABLE orders ADD CONSTRAINT f FOREIGN KEY (account_id) REFERENCES accounts (id);',
  ],
  ['a unique constraint that builds its own index', 'ALTER TABLE products ADD CONSTRAINT u UNIQUE (sku);'],
  ['a required column', 'ALTER TABLE products ADD COLUMN z integer NOT NULL;'],
  ['NULL in a column that the release before reads', 'ALTER TABLE products ALTER COLUMN name DROP NOT NULL;'],
  ['dropping a default', 'ALTER TABLE orders ALTER COLUMN holds_stock DROP DEFAULT;'],
  ['a renamed column', 'ALTER TABLE products RENAME unit TO measured;'],
  ['a renamed table', 'ALTER TABLE "products" RENAME TO "pieces";'],
  ['a renamed function', 'ALTER FUNCTION lock_holdings(text[]) RENAME TO lock_holders;'],
  ['a table that moves to another schema', 'ALTER TABLE products SET SCHEMA archive;'],
  ['emptying a table', 'TRUNCATE search_words;'],
  ['an update of all rows', 'UPDATE products SET stock = 1;'],
  [
    'a concurrent index next to other statements',
    'ALTER TABLE products ADD COLUMN x text;\n--> statement-breakpoint\nCREATE INDEX CONCURRENTLY IF NOT EXISTS products_x ON products (x);',
  ],
  ['a procedure call in a transaction', 'CALL fill_in_colors();'],
  ['a concurrent index that cannot be retried', 'CREATE INDEX CONCURRENTLY products_x ON products (x);'],
])('%s is refused', (_name, sql) => {
  expect(findFaults(writeMigration(sql))).not.toBe('');
});

test.each([
  [
    'a new column',
    'ALTER TABLE "products" ADD COLUMN "x" text;\n--> statement-breakpoint\nALTER TABLE "products" ADD COLUMN "y" boolean DEFAULT false NOT NULL;',
  ],
  [
    'a new table with its indexes and foreign keys',
    'CREATE TABLE "things" ("id" serial PRIMARY KEY NOT NULL, "order_id" integer NOT NULL);\n--> statement-breakpoint\nCREATE INDEX "things_order" ON "things" USING btree ("order_id");\n--> statement-breakpoint\nALTER TABLE "things" ADD CONSTRAINT "things_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;',
  ],
  ['a concurrent index', 'CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_x" ON "products" USING btree ("sku");'],
  [
    'a procedure that commits its batches, next to a concurrent index',
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_x" ON "products" USING btree ("sku");\n--> statement-breakpoint\nCALL fill_in_colors();',
  ],
])('%s is allowed', (_name, sql) => {
  expect(findFaults(writeMigration(sql))).toBe('');
});

test('what the body of a function or a comment mentions is not dropped', () => {
  const body = 'BEGIN DROP TABLE products; ALTER TABLE orders RENAME TO o; END';
  expect(
    findContractions([
      `CREATE PROCEDURE p() LANGUAGE plpgsql AS $$ ${body} $$`,
      `-- DROP TABLE products\nCOMMENT ON TABLE orders IS 'DROP TABLE orders'`,
      'ALTER TABLE orders DROP CONSTRAINT planted',
    ]),
  ).toEqual({ refused: [], dropped: [] });
});

test('columns, tables and functions that are dropped are found in every spelling', () => {
  const { dropped } = findContractions([
    'ALTER TABLE "orders" DROP COLUMN "first", DROP second, DROP COLUMN IF EXISTS third CASCADE',
    'DROP TABLE IF EXISTS "public"."fourth", fifth CASCADE',
    'DROP FUNCTION sixth(text[], integer), seventh',
  ]);
  expect(dropped).toEqual(['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh']);
});

test('a folder without history has no release before', () => {
  expect(findReleaseBefore('api/migrations', folder)).toBeUndefined();
});

const withHistory = hasHistory ? test : test.skip;

withHistory.each([
  ['a column', 'ALTER TABLE products DROP COLUMN unit;', 'unit'],
  ['a table', 'DROP TABLE "wishlist_items";', 'wishlist_items'],
  ['a function', 'DROP FUNCTION lock_holdings(text[]);', 'lock_holdings'],
])('dropping %s that the release before names is refused', (_name, sql, dropped) => {
  expect(findFaults(writeMigration(sql))).toContain(`drops ${dropped}, which the release before names: `);
});

withHistory('what the release before does not name can be dropped', () => {
  expect(
    findFaults(
      writeMigration(
        'ALTER TABLE "products" DROP COLUMN "planted_column";\n--> statement-breakpoint\nDROP TABLE "planted_table";\n--> statement-breakpoint\nDROP PROCEDURE "fill_held_stock";',
      ),
    ),
  ).toBe('');
});
