// eslint-disable-next-line no-restricted-imports -- only git, which answers in milliseconds
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(?:README|CONTRIBUTING|docs\/.*)\.md$|^docs\//.test(file));
const read = (page: string): string => fs.readFileSync(path.join(root, page), 'utf8');

/** Converts a heading to an anchor like GitHub does. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const listAnchors = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (?<heading>.+)$/gm)].map(({ groups }) => toAnchor(groups?.['heading'] ?? ''));

const PACKAGES = fs
  .readdirSync(root, { withFileTypes: true })
  .flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules' ? [entry.name] : [],
  );
/** "`shared/src/state/addToCart.ts`": a file or folder of the repository, without placeholders. */
const PATH = /`(?<file>[\w.-]+(?:\/[\w.-]+)+\/?)`/g;
/** Paths of a new remote, placeholders, or generated files. */
const NOT_IN_REPOSITORY =
  /NNNN|^mfe-gifts\/|^\.data\/|^\.topologies\/|(?:^|\/)(?:dist|node_modules|coverage|reports|screens|secrets|data)\//;

test('pages are found', () => {
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/configuration.md']),
  );
});

test.each(pages)('every link of %s leads to an existing page and heading', (page) => {
  const dead = [...read(page).matchAll(/\]\((?<target>[^)\s]+)\)/g)]
    .map(({ groups }) => groups?.['target'] ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#');
      const found = file === '' ? page : path.join(path.dirname(page), file);
      return !fs.existsSync(path.join(root, found)) || (anchor !== undefined && !listAnchors(found).includes(anchor));
    });
  expect(dead).toEqual([]);
});

test.each(pages.filter((page) => !page.startsWith('docs/decisions/')))(
  'every file and folder that %s names exists',
  (page) => {
    const named = [...read(page).matchAll(PATH)].map(({ groups }) => groups?.['file'] ?? '');
    const gone = named.filter(
      (file) =>
        PACKAGES.includes(file.split('/')[0] ?? '') &&
        !NOT_IN_REPOSITORY.test(file) &&
        !fs.existsSync(path.join(root, file)),
    );
    expect(gone).toEqual([]);
  },
);
