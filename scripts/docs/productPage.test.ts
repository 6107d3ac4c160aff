import { listTestFiles, listTests, readRepositoryFile, readTitles, type NamedTest } from './listTests';

interface Statement {
  readonly number: string;
  readonly text: string;
}

/** Numbers of statements in parentheses at the end of a title: "product 4.10, 6.2". */
const CITATION = / \(product (?<numbers>\d+\.\d+(?:, \d+\.\d+)*)\)$/;
/** What looks like a citation, wherever it is in the code. */
const MENTION = /\(product \d/g;

const readStatements = (page: string): Statement[] =>
  [...page.matchAll(/^- \*\*(?<number>\d+\.\d+)\*\* (?<text>.+)$/gm)].map(({ groups }) => ({
    number: groups?.['number'] ?? '',
    text: groups?.['text'] ?? '',
  }));
const readCitations = (title: string): string[] => CITATION.exec(title)?.groups?.['numbers']?.split(', ') ?? [];

const findUncited = (statements: readonly Statement[], tests: readonly NamedTest[]): string[] => {
  const cited = new Set(tests.flatMap(({ title }) => readCitations(title)));
  return statements.filter(({ number }) => !cited.has(number)).map(({ number, text }) => `${number} ${text}`);
};
const findUnknown = (statements: readonly Statement[], tests: readonly NamedTest[]): string[] => {
  const known = new Set(statements.map(({ number }) => number));
  return tests.flatMap(({ file, title }) =>
    readCitations(title)
      .filter((number) => !known.has(number))
      .map((number) => `${number} in ${file}: ${title}`),
  );
};
/** Whether a citation is not at the end of a title of a test that runs: it would show nothing. */
const hasMisplacedCitation = (code: string, titles: readonly string[]): boolean =>
  (code.match(MENTION) ?? []).length !== titles.filter((title) => CITATION.test(title)).length;

const page = readRepositoryFile('docs/product.md');
const statements = readStatements(page);
const files = listTestFiles().filter((file) => readRepositoryFile(file).search(MENTION) !== -1);
const tests = files.flatMap(listTests);

test('every statement of docs/product.md is shown by a test whose title ends with its number', () => {
  expect(statements.length).toBeGreaterThan(90);
  expect(findUncited(statements, tests)).toEqual([]);
});

test('every number that the title of a test cites is that of a statement', () => {
  expect(findUnknown(statements, tests)).toEqual([]);
});

test('citations are at the end of titles of tests that run', () => {
  const readTitlesOf = (file: string): string[] => tests.filter((test) => test.file === file).map(({ title }) => title);
  expect(files.filter((file) => hasMisplacedCitation(readRepositoryFile(file), readTitlesOf(file)))).toEqual([]);
});

test('every line of a chapter is a statement, numbered without gaps', () => {
  const lines = page.slice(page.indexOf('\n## ')).split('\n');
  const others = lines.filter((line) => line !== '' && !line.startsWith('## ') && readStatements(line).length === 0);
  expect(others).toEqual([]);
  const inChapters = page
    .split(/^## (?=\d+\.)/m)
    .slice(1)
    .flatMap((chapter) => readStatements(chapter).map((_, index) => `${parseInt(chapter, 10)}.${index + 1}`));
  expect(statements.map(({ number }) => number)).toEqual(inChapters);
});

describe('the check itself', () => {
  const cite = (numbers: string): string => `(${'product'} ${numbers})`;
  const some = readStatements('- **1.1** The shop sells.\n- **1.2** It delivers.\n- **1.3** It rests.\n');
  const toTests = (code: string): NamedTest[] => readTitles(code).map((title) => ({ file: 'a.test.ts', title }));

  test('lists statements without a test with their text, and unknown numbers with their test', () => {
    const found = toTests(`test('sells ${cite('1.1')}', run); test.each([1])('rests %s ${cite('1.3, 1.9')}', run);`);
    expect(findUncited(some, found)).toEqual(['1.2 It delivers.']);
    expect(findUnknown(some, found)).toEqual([`1.9 in a.test.ts: rests %s ${cite('1.3, 1.9')}`]);
  });

  test.each([
    ['a comment', `// test('sells ${cite('1.1')}', run)`],
    ['a skipped test', `test.skip('sells ${cite('1.1')}', run)`],
    ['a test that is to be written', `test.todo('sells ${cite('1.1')}')`],
    ['a test in a skipped group', `describe.skip('the shop', () => { test('sells ${cite('1.1')}', run); })`],
    ['the title of a group', `describe('the shop ${cite('1.1')}', run)`],
    ['the middle of a title', `test('sells ${cite('1.1')} things', run)`],
  ])('does not count %s', (_what, code) => {
    expect(findUncited(some, toTests(code))).toHaveLength(some.length);
    expect(hasMisplacedCitation(code, readTitles(code))).toBe(true);
  });

  test.each([
    ['in one of several loops', 'for (const a of [1, 2]) { test(`sells ${a} CITED`, run); }'],
    ['in a group for each database', "describe.each(kinds)('on %s', () => { test('sells CITED', run, 60_000); })"],
    ['for each row of a table', "test.each<[string, number]>([])('sells %s CITED', run)"],
  ])('counts a test %s', (_where, code) => {
    const cited = code.replace('CITED', cite('1.1'));
    expect(findUncited(some, toTests(cited))).toEqual(['1.2 It delivers.', '1.3 It rests.']);
    expect(hasMisplacedCitation(cited, readTitles(cited))).toBe(false);
  });
});
