import fs from 'node:fs';
import path from 'node:path';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { toColumn } from './columnNames';

const sourceFolder = path.resolve(__dirname, '..');

const tables = fs
  .readdirSync(sourceFolder, { encoding: 'utf8', recursive: true })
  .filter((file) => /Tables?\.ts$/.test(file))
  .flatMap((file) => Object.values<unknown>(jest.requireActual(path.join(sourceFolder, file))))
  .filter((value) => is(value, PgTable));

test('there are tables in all modules', () => {
  expect(tables.map(getTableName)).toEqual(expect.arrayContaining(['sessions', 'orders', 'counters']));
});

test.each(tables.map((table) => [getTableName(table), table] as const))(
  'the columns of %s are its field names in snake case',
  (_name, table) => {
    const columns = getTableColumns(table);
    expect(Object.keys(columns).map(toColumn)).toEqual(Object.values(columns).map(({ name }) => name));
  },
);
