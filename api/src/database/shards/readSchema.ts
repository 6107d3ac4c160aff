import fs from 'node:fs';
import path from 'node:path';

const folder = path.resolve(__dirname, '../../../migrations/meta');

interface Snapshot {
  readonly tables: Readonly<
    Record<
      string,
      {
        readonly name: string;
        readonly columns: Readonly<Record<string, { readonly name: string; readonly primaryKey: boolean }>>;
        readonly compositePrimaryKeys: Readonly<Record<string, { readonly columns: readonly string[] }>>;
        readonly uniqueConstraints: Readonly<Record<string, { readonly columns: readonly string[] }>>;
        readonly indexes: Readonly<
          Record<string, { readonly isUnique: boolean; readonly columns: readonly { readonly expression: string }[] }>
        >;
        readonly foreignKeys: Readonly<
          Record<
            string,
            {
              readonly tableTo: string;
              readonly columnsFrom: readonly string[];
              readonly columnsTo: readonly string[];
            }
          >
        >;
      }
    >
  >;
}

export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of the primary key and of each unique constraint and index. */
  readonly uniques: readonly (readonly string[])[];
  readonly foreignKeys: readonly { readonly from: string; readonly table: string; readonly to: string }[];
}

/** The tables of the newest migration. */
export const readSchema = (): readonly Table[] => {
  const newest = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  if (!newest) throw new Error('There is no migration');
  const { tables } = JSON.parse(fs.readFileSync(path.join(folder, newest), 'utf8')) as Snapshot;
  return Object.values(tables).map((table) => {
    const columns = Object.values(table.columns);
    return {
      name: table.name,
      columns: columns.map(({ name }) => name),
      uniques: [
        columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name),
        ...Object.values(table.compositePrimaryKeys).map((key) => key.columns),
        ...Object.values(table.uniqueConstraints).map((key) => key.columns),
        ...Object.values(table.indexes)
          .filter(({ isUnique }) => isUnique)
          .map((index) => index.columns.map(({ expression }) => expression)),
      ].filter((key) => key.length > 0),
      foreignKeys: Object.values(table.foreignKeys).map(({ tableTo, columnsFrom, columnsTo }) => ({
        from: columnsFrom.join(),
        table: tableTo,
        to: columnsTo.join(),
      })),
    };
  });
};
