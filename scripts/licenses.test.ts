import fs from 'node:fs';
import path from 'node:path';

/** Permissive licenses, which only require keeping their text and names. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'Zlib',
];

/** Packages with other licenses that were reviewed, with the reason why they are allowed. */
const EXCEPTIONS: readonly { readonly name: RegExp; readonly license: string; readonly why: string }[] = [
  {
    name: /^@img\/sharp-(?:libvips-|wasm32|win32)/,
    license: 'LGPL-3.0-or-later',
    why: 'libvips, linked dynamically; processes pictures at build time and is not distributed',
  },
  {
    name: /^caniuse-lite$/,
    license: 'CC-BY-4.0',
    why: 'data about browsers, used by the build; not included in what is served',
  },
  {
    name: /^fxa-common-password-list$/,
    license: 'MPL-2.0',
    why: 'a list of passwords, used unchanged by the API; not distributed',
  },
  { name: /^incremental-encoder$/, license: 'MPL 2.0', why: 'a dependency of that list; not loaded' },
  {
    name: /^argparse$/,
    license: 'PSF-2.0',
    why: 'permissive; parses the command line of markdown-it, which compiles texts at build time',
  },
];

interface Locked {
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly license?: string;
}

/** Of every platform, from the lockfile: `npm query` and checkers of installed packages miss most (decision 0006). */
const { packages } = JSON.parse(fs.readFileSync(path.join(__dirname, '../package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const production = Object.entries(packages).flatMap(([folder, { link, dev, license = 'none' }]) => {
  const name = folder.split('node_modules/').at(-1) ?? '';
  return folder.includes('node_modules/') && !link && !dev ? [{ name, license }] : [];
});

/** Evaluates an SPDX expression: of licenses joined by OR, one must be allowed; of those joined by AND, all. */
const isAllowed = (name: string, expression: string): boolean =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((alternative) =>
      alternative
        .split(' AND ')
        .every(
          (license) =>
            ALLOWED.includes(license) ||
            EXCEPTIONS.some((exception) => exception.name.test(name) && exception.license === license),
        ),
    );

test('every production package has an allowed license', () => {
  expect(production.length).toBeGreaterThan(500);
  expect(production.filter(({ name, license }) => !isAllowed(name, license))).toEqual([]);
});

test.each(EXCEPTIONS)('$license of $name is still needed: $why', ({ name, license }) => {
  expect(production.some((one) => name.test(one.name) && one.license.includes(license))).toBe(true);
});

test.each(['AGPL-3.0-only', 'none', 'MIT AND AGPL-3.0-only', 'LGPL-3.0-or-later'])('%s is refused', (license) => {
  expect(isAllowed('fastify', license)).toBe(false);
});
