import { compareSchema, type SchemaState } from './schemaState';

const KNOWN = [10, 20];

test.each<[what: string, applied: readonly number[], expected: SchemaState]>([
  ['no migrations', [], 'none'],
  ["another program's migrations", [7, 8], 'none'],
  ["an earlier release's migrations", [10], 'older'],
  ["this release's migrations", [10, 20], 'current'],
  ["a later release's migrations", [10, 20, 30], 'newer'],
])('a database with %s is recognized', (_what, applied, expected) => {
  expect(compareSchema(applied, KNOWN)).toBe(expected);
});
