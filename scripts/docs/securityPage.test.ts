import { isInRepository, readRepositoryFile, type NamedTest } from './listTests';

/**
 * Reads the tests that a page names in rows such as: `path/to/file.test.ts`: "a title", "another" ·
 * `next/file.test.ts`: "its title".
 */
const readNamedTests = (page: string): NamedTest[] =>
  [...page.matchAll(/`([\w./-]+\.tsx?)`: ((?:"[^"]+"(?:, )?)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
  );

/** Whether the code contains a title, in which quotes may be escaped: of a test, a group or a row of a table. */
const containsTitle = (code: string, title: string): boolean => code.replaceAll("\\'", "'").includes(title);

const findDeadReferences = (page: string): string[] =>
  readNamedTests(page)
    .filter(({ file, title }) => !isInRepository(file) || !containsTitle(readRepositoryFile(file), title))
    .map(({ file, title }) => `${file}: ${title}`);

const page = readRepositoryFile('docs/security.md');
const rows = page.split('\n').filter((line) => /^\| \d/.test(line));

test('every row of docs/security.md names a test, and every named test exists', () => {
  expect(rows.length).toBeGreaterThan(25);
  expect(rows.filter((row) => readNamedTests(row).length === 0)).toEqual([]);
  expect(findDeadReferences(page)).toEqual([]);
});

test('rows are numbered without gaps', () => {
  const numbers = rows.map((row) => /^\| (\d+)\.(\d+) /.exec(row)?.slice(1).map(Number) ?? []);
  const expected = numbers.map(([chapter = 0], index) => [
    chapter,
    1 + numbers.slice(0, index).filter(([other]) => other === chapter).length,
  ]);
  expect(numbers).toEqual(expected);
});

test('missing tests and files are reported', () => {
  expect(
    findDeadReferences(
      '`scripts/docs/securityPage.test.ts`: "rows are numbered without gaps", "no such sentence in any fil\u0065"',
    ),
  ).toHaveLength(1);
  expect(findDeadReferences('`scripts/docs/gone.test.ts`: "rows are numbered without gaps"')).toEqual([
    'scripts/docs/gone.test.ts: rows are numbered without gaps',
  ]);
});
