import { StartError } from '@shop/server-kit/lifecycle/StartError';
import type { Database } from '../Database';
import { migrationsFolder } from '../migrateDatabase';
import { openEmbedded } from '../openDatabase';
import { readAppliedMigrations } from '../schemaState';
import { measureTable, type TableSize } from './measureTable';
import { observeMigration, type ObservedMigration } from './observeMigration';
import { readMigrations, type NamedMigration } from './readMigrations';

/** Which migrations are planned: those that were not applied, all, or those with these names or numbers. */
export type PlanSelection = 'pending' | 'all' | readonly string[];

export interface Plan {
  readonly migrations: readonly ObservedMigration[];
  /** The shop's tables that the migrations lock; a table that it does not have yet is missing. */
  readonly sizes: ReadonlyMap<string, TableSize>;
}

const selectMigrations = async (
  shop: Database,
  known: readonly NamedMigration[],
  selection: PlanSelection,
): Promise<NamedMigration[]> => {
  if (selection === 'all') return [...known];
  if (selection === 'pending') {
    const newest = Math.max(0, ...(await readAppliedMigrations(shop)));
    return known.filter(({ folderMillis }) => folderMillis > newest);
  }
  const matches = ({ name }: NamedMigration, text: string): boolean => name === text || name.startsWith(`${text}_`);
  const unknown = selection.find((text) => !known.some((migration) => matches(migration, text)));
  if (unknown !== undefined) throw new StartError(`There is no migration ${unknown} in api/migrations.`);
  return known.filter((migration) => selection.some((text) => matches(migration, text)));
};

const observeMigrations = async (
  scratch: Database,
  known: readonly NamedMigration[],
  selected: readonly NamedMigration[],
): Promise<ObservedMigration[]> => {
  const observed: ObservedMigration[] = [];
  for (const migration of known.slice(0, known.findLastIndex((each) => selected.includes(each)) + 1)) {
    const observation = await observeMigration(scratch, migration);
    if (selected.includes(migration)) observed.push(observation);
  }
  return observed;
};

const openScratch = (): Promise<Database> => openEmbedded({});

/**
 * Says what migrations lock without a lock on the shop's tables that anybody waits for: they are applied to an empty
 * database of their own, and of the shop only the sizes of the tables are read.
 */
export const planMigrations = async (
  shop: Database,
  selection: PlanSelection,
  { folder = migrationsFolder, open = openScratch } = {},
): Promise<Plan> => {
  const known = readMigrations(folder);
  const selected = await selectMigrations(shop, known, selection);
  if (selected.length === 0) return { migrations: [], sizes: new Map() };
  const scratch = await open();
  try {
    const migrations = await observeMigrations(scratch, known, selected);
    const names = new Set(
      migrations.flatMap(({ statements }) => statements.flatMap(({ tables }) => tables.map(({ name }) => name))),
    );
    const sizes = new Map<string, TableSize>();
    for (const name of names) {
      const size = await measureTable(shop, name);
      if (size) sizes.set(name, size);
    }
    return { migrations, sizes };
  } finally {
    await scratch.close();
  }
};
