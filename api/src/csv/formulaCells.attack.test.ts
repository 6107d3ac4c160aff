import fc from 'fast-check';
import { formatLine } from './csvLine';
import { readCsv } from '../modules/catalog/import/readCsv';

const FORMULAS = [
  '=1+1',
  '+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '=HYPERLINK("https://evil.example","Click")',
  "'=1",
  "''=1",
  '=\n1',
  '"=1',
  '＝1+1',
  '＠SUM(A1)',
];

const formatTexts = (cells: readonly string[]): string => formatLine(cells);

/** What a spreadsheet takes a cell for: its first letter, with the quotes of the file gone. */
const unquote = (line: string): string => (line.startsWith('"') ? line.slice(1).replaceAll('""', '"') : line);

test.each(FORMULAS)('%j is exported as text', (cell) => {
  expect(unquote(formatTexts([cell]))).toMatch(/^'/);
});

const BEGINS_FORMULA = /^["\s]*[=+\-@＝＋－＠]/;

/** Reads a file as spreadsheets do: a quote counts at the start of a cell, and text behind a closing one is kept. */
const parseLeniently = (file: string, separator: string): string[] => {
  const cells = [''];
  let quotes: 'none' | 'open' | 'closed' = 'none';
  for (const letter of file) {
    const last = cells.length - 1;
    const isEnd = letter === separator || letter === '\n' || letter === '\r';
    if (letter === '"' && quotes === 'none' && cells[last] === '') quotes = 'open';
    else if (letter === '"' && quotes === 'open') quotes = 'closed';
    else if (letter === '"' && quotes === 'closed') {
      cells[last] += letter;
      quotes = 'open';
    } else if (isEnd && quotes !== 'open') {
      cells.push('');
      quotes = 'none';
    } else cells[last] += letter;
  }
  return cells;
};

/** All cells that a program can see in a file: by each separator, with quotes or without, or by lines alone. */
const readCells = (file: string): string[] => {
  const separators = [',', ';', '\t'];
  const cells = separators.flatMap((delimiter) => [
    ...parseLeniently(file, delimiter),
    ...file.split(/\r\n|[\r\n]/).flatMap((line) => line.split(delimiter)),
  ]);
  return [...cells, ...file.split(/\r\n|[\r\n]/)];
};

test.each([
  ["x;=cmd|'/C calc'!A0;y", 'a semicolon'],
  ["x\t=cmd|'/C calc'!A0", 'a tab'],
  ["12 Row\n=cmd|'/C calc'!A0", 'a line break'],
  ["12 Row\r\n=cmd|'/C calc'!A0", 'a Windows line break'],
  ['x,=1+1', 'a comma'],
  ['x;"=1+1', 'a quote behind a semicolon'],
  ['x; =1+1', 'a space behind a semicolon'],
  ['x;＝1+1', 'a full-width sign'],
])('%j has no formula behind %s, and is the same after an import', async (cell) => {
  const file = formatTexts(['ORD-1', cell, 'last']);
  expect(readCells(file).filter((found) => BEGINS_FORMULA.test(found))).toEqual([]);
  expect((await readCsv(Buffer.from(`a,b,c\r\n${file}`))).records[1]?.cells).toEqual([
    'ORD-1',
    cell.replaceAll('\r\n', '\n'),
    'last',
  ]);
});

const dangerous = fc
  .array(fc.constantFrom(...'\'=+-@＝ \t"a1,;\n\r'), { maxLength: 9 })
  .map((letters) => letters.join(''));

test('no cell begins a formula, whether commas, semicolons, tabs or lines separate cells', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(dangerous, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (rows) => {
        expect(readCells(rows.map(formatTexts).join('')).filter((cell) => BEGINS_FORMULA.test(cell))).toEqual([]);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('ordinary text is exported unchanged, even with an apostrophe', () => {
  expect(formatTexts(['ring', "'tis a ring", 'a=b', "rock'n'roll"])).toBe("ring,'tis a ring,a=b,rock'n'roll\r\n");
});

test('exporting and importing a cell does not change it, whatever it starts with', async () => {
  const cell = fc
    .tuple(dangerous, fc.string({ maxLength: 8 }))
    .map(([first, rest]) => (first + rest).replaceAll('\r', ''));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      async (rows) => {
        const filled = rows.map((row) => ['id', ...row]);
        const file = Buffer.from([['a', 'b', 'c', 'd'], ...filled].map(formatTexts).join(''));
        expect((await readCsv(file)).records.map(({ cells }) => cells)).toEqual([['a', 'b', 'c', 'd'], ...filled]);
      },
    ),
    { numRuns: 500 },
  );
});
