import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { formatLine } from './csvLine';
import { readCsv } from './readCsv';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-formulas-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

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
];

/** What a spreadsheet takes a cell for: its first letter, with the quotes of the file gone. */
const unquote = (line: string): string => (line.startsWith('"') ? line.slice(1).replaceAll('""', '"') : line);

test.each(FORMULAS)('%j is exported as text', (cell) => {
  expect(unquote(formatLine([cell]))).toMatch(/^'/);
});

test('ordinary text is exported unchanged, even with an apostrophe', () => {
  expect(formatLine(['ring', "'tis a ring", 'a=b', "rock'n'roll"])).toBe("ring,'tis a ring,a=b,rock'n'roll\r\n");
});

test('exporting and importing a cell does not change it, whatever it starts with', () => {
  const file = path.join(folder, 'round.csv');
  const start = fc.array(fc.constantFrom(...'\'=+-@ \t"a,;\n'), { maxLength: 5 }).map((letters) => letters.join(''));
  const cell = fc.tuple(start, fc.string({ maxLength: 8 })).map(([first, rest]) => first + rest.replaceAll('\r', ''));
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 }), (rows) => {
      const filled = rows.map((row) => ['id', ...row]);
      fs.writeFileSync(file, filled.map(formatLine).join(''));
      expect(readCsv(file).records.map(({ cells }) => cells)).toEqual(filled);
    }),
  );
});
