import { parseMigrateArguments } from './migrateArguments';

test.each([
  [[], undefined],
  [['--plan'], 'pending'],
  [['--plan', '--all'], 'all'],
  [
    ['--plan', '0011_delivery_slots', '0013'],
    ['0011_delivery_slots', '0013'],
  ],
])('the arguments %j mean %j', (argv, selection) => {
  expect(parseMigrateArguments(argv)).toEqual(selection);
});

test.each([['--paln'], ['plan'], ['--all'], ['0011_delivery_slots'], ['--plan --all 0011_delivery_slots']])(
  'the arguments %s are refused instead of migrating',
  (argv) => {
    expect(() => parseMigrateArguments(argv.split(' '))).toThrow(/Usage: npm run migrate/);
  },
);
