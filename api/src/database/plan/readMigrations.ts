import fs from 'node:fs';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import { Parse } from '@sinclair/typebox/value';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';

const Journal = Type.Object({ entries: Type.Array(Type.Object({ tag: Type.String() })) });

export interface NamedMigration extends MigrationMeta {
  /** Its file without `.sql`: `0011_delivery_slots`. */
  readonly name: string;
}

/** Returns the migrations of a folder with their names, oldest first. */
export const readMigrations = (folder: string): NamedMigration[] => {
  const { entries } = Parse(Journal, JSON.parse(fs.readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')));
  return readMigrationFiles({ migrationsFolder: folder }).map((migration, index) => ({
    ...migration,
    name: entries[index]?.tag ?? '',
  }));
};
