import fs from 'node:fs';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import { Parse } from '@sinclair/typebox/value';
import type { Readable } from './Database';

const Journal = Type.Object({ entries: Type.Array(Type.Object({ when: Type.Integer() })) });

/** How a database's schema compares to this version of the code; `none` if the database has no shop tables. */
export type SchemaState = 'none' | 'older' | 'current' | 'newer';

/** Returns the timestamps of this version's migrations, oldest first. */
const readKnownMigrations = (): number[] =>
  Parse(
    Journal,
    JSON.parse(fs.readFileSync(path.resolve(__dirname, '../../migrations/meta/_journal.json'), 'utf8')),
  ).entries.map(({ when }) => when);

/** Compares by the timestamps of the applied migrations, which drizzle records. */
export const compareSchema = (applied: readonly number[], known = readKnownMigrations()): SchemaState => {
  const [first = 0] = known;
  const [newest, last] = [Math.max(...applied), known.at(-1) ?? 0];
  if (!applied.includes(first)) return 'none';
  if (newest === last) return 'current';
  return newest > last ? 'newer' : 'older';
};

/** Returns the timestamps of the migrations that were applied to a database. */
const readAppliedMigrations = async (database: Readable): Promise<number[]> => {
  const { rows: tables } = await database.query<{ there: boolean }>(
    "SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there",
  );
  if (!tables[0]?.there) return [];
  const { rows } = await database.query<{ at: string }>('SELECT created_at AS at FROM drizzle.__drizzle_migrations');
  return rows.map(({ at }) => Number(at));
};

/** Compares the schema of an open database to this version of the code. */
export const readSchemaState = async (database: Readable): Promise<SchemaState> =>
  compareSchema(await readAppliedMigrations(database));
