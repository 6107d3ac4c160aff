import fs from 'node:fs';
import path from 'node:path';

/**
 * What outlives a transaction, and is lost or left to others behind a pooler in transaction mode. Keywords that are
 * also words of sentences are recognized in capitals.
 */
const SESSION_STATE: readonly RegExp[] = [
  /['"`;]\s*SET\s+(?!LOCAL\b|TRANSACTION\b|CONSTRAINTS\b)(?:SESSION\s+)?[\w.${}]+\s*(?:=|TO\b)/i,
  /['"`;]\s*SET\s+(?:SESSION|ROLE|TIME\s+ZONE)\b/,
  /['"`;]\s*(?:RESET|DISCARD|LISTEN|UNLISTEN|PREPARE|DEALLOCATE|LOAD)\s/,
  /\bset_config\((?![^)]*,\s*true\s*\))/i,
  /\bpg_(?:try_)?advisory_(?:un)?lock/i,
  /\b(?:CREATE|INTO)\s+(?:LOCAL\s+|GLOBAL\s+)?TEMP(?:ORARY)?\s/,
  /\bWITH\s+HOLD\b/i,
  /\b(?:curr|last)val\(/i,
  // Startup parameters, and connections whose statements keep their names.
  /\bstatement_timeout:|\boptions: ['"`]/,
  /\bpool\.(?:connect|query)\(|\bnew pg\.(?:Pool|Client)\(/,
];

const keepsState = (text: string): boolean => SESSION_STATE.some((pattern) => pattern.test(text));

const api = path.resolve(__dirname, '../..');
const sources = ['src', 'content', 'operator'].flatMap((folder) =>
  fs
    .readdirSync(path.join(api, folder), { encoding: 'utf8', recursive: true })
    .filter((file) => /\.(?:ts|cjs|mjs|sql)$/.test(file) && !/\.test\.ts$|^testing\//.test(file))
    .map((file) => path.join(folder, file)),
);

test('only files that use the direct URL keep state in a session of the database', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => keepsState(fs.readFileSync(path.join(api, file), 'utf8'))).sort()).toEqual([
    'src/database/createDatabase.ts', // removes names
    'src/database/migrateDatabase.ts',
    'src/database/openDatabase.ts',
    'src/database/pgliteWorker.cjs', // embedded
    'src/database/replicas/Replica.ts', // each connection leads to one server
    'src/database/roleSettings.ts', // of the role
  ]);
});

test.each([
  "query('SET statement_timeout = 0')",
  'query(`\n  SET search_path TO shop`)',
  "query('BEGIN; SET jit = off')",
  'query(`SET ${name} = 1`)',
  "query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY')",
  "query('RESET ALL')",
  "query('LISTEN orders')",
  "query('PREPARE cart AS SELECT 1')",
  `query("SELECT set_config('jit', 'off', false)")`,
  `query("SELECT set_config('jit', $1, $2)")`,
  "query('SELECT pg_advisory_lock($1)')",
  "query('SELECT pg_try_advisory_lock(1)')",
  "query('CREATE TEMP TABLE imported (id text)')",
  "query('DECLARE rows CURSOR WITH HOLD FOR SELECT 1')",
  "query('SELECT lastval()')",
  'new pg.Pool({ statement_timeout: 3_000 })',
  "({ options: '-c jit=off' })",
  'await database.pool.connect()',
])('%s keeps state', (text) => {
  expect(keepsState(text)).toBe(true);
});

test.each([
  "query('SET LOCAL statement_timeout = 0')",
  "query(`BEGIN; SET LOCAL application_name = 'shop'`)",
  "query('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE')",
  "query('UPDATE products SET stock = 1')",
  "query('SELECT pg_advisory_xact_lock(1)')",
  `query("SELECT set_config('jit', 'off', true)")`,
  "title: 'Set in a glass jar'",
  "title: 'Reset your password'",
])('%s keeps none', (text) => {
  expect(keepsState(text)).toBe(false);
});
