// eslint-disable-next-line no-restricted-imports -- only git, which answers in milliseconds
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const files = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '*.ts',
    '*.tsx',
    '*.mjs',
    '*.cjs',
    '*.css',
    '*.conf',
    '*.md',
  ],
  { cwd: root, encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => file !== '' && fs.existsSync(path.join(root, file)) && path.join(root, file) !== __filename);

/** "(product.md 4.5 and 4.7)": a page of docs/, and numbers of statements, rows or chapters. */
const CITATION =
  /\b(?<page>product|security|architecture)\.md (?<numbers>\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/g;
/** Collects the numbers of chapter headings, bold statements and first cells of table rows. */
const readNumbers = (page: string): Set<string> =>
  new Set(
    [...read(`docs/${page}.md`).matchAll(/^(?:## |- \*\*|\| )(?<number>\d+(?:\.\d+)?)\b/gm)].map(
      ({ groups }) => groups?.['number'] ?? '',
    ),
  );
const known = new Map(['product', 'security', 'architecture'].map((page) => [page, readNumbers(page)]));

const citations = files.flatMap((file) =>
  [...read(file).matchAll(CITATION)].flatMap(({ groups }) =>
    (groups?.['numbers'] ?? '').split(/, | and /).map((number) => ({ file, page: groups?.['page'] ?? '', number })),
  ),
);

test('every cited statement, row and chapter exists', () => {
  expect(citations.length).toBeGreaterThan(150);
  expect(citations.filter(({ page, number }) => !known.get(page)?.has(number))).toEqual([]);
});

test('nothing cites a document that is not in the repository', () => {
  const FOREIGN = /\b(?:SPEC|SECURITY(?!\.md)|ARCHITECTURE)\b|\bPRODUCT(?:,|'s|\)| ")|\.\.\/shared\/[A-Z]/;
  expect(files.filter((file) => FOREIGN.test(read(file)))).toEqual([]);
});
