import { ATTRIBUTES, toSlugLabel, type Facet } from '@shop/contracts';
import { getTableConfig } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/Database';
import { openTestDatabase } from '../../testing/testDatabase';
import { buildLabelSql } from './facetSql';
import { facetCellsTable } from './facetCellsTable';
import { productsTable } from './productsTable';

describe('labels', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase('PGlite');
  }, 60_000);
  afterAll(() => database.close());

  test.each(['silver-stone', 'igl', 'o-clock', 'constructor'])(
    'of the value "%s" are the same in SQL as in the contracts',
    async (value) => {
      const valueLabels = { igl: 'IGL', 'o-clock': "O'Clock" };
      const facet: Facet = { id: 'stone', label: 'Stone', kind: 'attribute', valueLabels };
      const { rows } = await database.query<{ label: string }>(
        `SELECT ${buildLabelSql(facet)} AS label FROM (SELECT $1::text AS slug) v`,
        [value],
      );
      expect(rows[0]?.label).toBe(toSlugLabel(facet, value));
    },
  );
});

test('no attribute shares its name with a column or a query parameter', () => {
  const attributes: readonly string[] = ATTRIBUTES.map(({ id }) => id);
  const columns = [productsTable, facetCellsTable].flatMap((table) => getTableConfig(table).columns);
  const taken = new Set([
    ...columns.map(({ name }) => name),
    ...['price', 'seller', 'variants', 'offers', 'q', 'page', 'after', 'sort', 'whole', 'edge', 'n'],
  ]);
  expect(attributes.filter((id) => taken.has(id))).toEqual([]);
});
