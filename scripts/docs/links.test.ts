import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(?:README|CONTRIBUTING|docs\/.*)\.md$|^docs\//.test(file) && file !== 'docs/licences.md');
const read = (page: string): string => fs.readFileSync(path.join(root, page), 'utf8');

/** As GitHub makes it of a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (?<heading>.+)$/gm)].map(({ groups }) => toAnchor(groups?.['heading'] ?? ''));

const PACKAGES = fs
  .readdirSync(root, { withFileTypes: true })
  .flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules' ? [entry.name] : [],
  );
/** "`shared/src/state/addToCart.ts`": a file or folder of the repository, without placeholders. */
const PATH = /`(?<file>[\w.-]+(?:\/[\w.-]+)+\/?)`/g;
/** Of a new remote, a placeholder, or written by a command. */
const NOT_THERE_YET = /NNNN|^mfe-gifts\/|^\.data\/|(?:^|\/)(?:dist|node_modules|coverage|screens|secrets|data)\//;

test('there are pages to look at', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/configuration.md']),
  );
});

test.each(pages)('every link of %s leads to a page and a heading that are there', (page) => {
  const dead = [...read(page).matchAll(/\]\((?<target>[^)\s]+)\)/g)]
    .map(({ groups }) => groups?.['target'] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const found = file === '' ? page : path.join(path.dirname(page), file);
      return !fs.existsSync(path.join(root, found)) || (anchor !== undefined && !anchorsOf(found).includes(anchor));
    });
  expect(dead).toEqual([]);
});

test.each(pages.filter((page) => !page.startsWith('docs/decisions/')))(
  'every file and folder that %s names is there',
  (page) => {
    const named = [...read(page).matchAll(PATH)].map(({ groups }) => groups?.['file'] ?? '');
    const gone = named.filter(
      (file) =>
        PACKAGES.includes(file.split('/')[0] ?? '') &&
        !NOT_THERE_YET.test(file) &&
        !fs.existsSync(path.join(root, file)),
    );
    expect(gone).toEqual([]);
  },
);
