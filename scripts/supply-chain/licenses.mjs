import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { productionPackages } from './productionPackages.mjs';

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
const ALLOWED_EXCEPTIONS = [
  {
    package: /^@img\/sharp-(?:libvips-|wasm32|win32)/,
    license: 'LGPL-3.0-or-later',
    why: 'libvips, linked dynamically; processes pictures at build time and is not distributed',
  },
  {
    package: /^caniuse-lite$/,
    license: 'CC-BY-4.0',
    why: 'data about browsers, used by the build; not included in what is served',
  },
  {
    package: /^fxa-common-password-list$/,
    license: 'MPL-2.0',
    why: 'a list of passwords, used unchanged by the API; not distributed',
  },
  { package: /^incremental-encoder$/, license: 'MPL 2.0', why: 'a dependency of that list; not loaded' },
  {
    package: /^argparse$/,
    license: 'PSF-2.0',
    why: 'permissive; parses the command line of markdown-it, which compiles texts at build time',
  },
];

/** Evaluates an SPDX expression: of licenses joined by OR, one must be allowed; of those joined by AND, all. */
const isAllowed = (name, expression) => {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  const isFine = (license) =>
    ALLOWED.includes(license) ||
    ALLOWED_EXCEPTIONS.some((exception) => exception.package.test(name) && exception.license === license);
  return alternatives.some((alternative) => alternative.split(' AND ').every(isFine));
};

/**
 * Reads the license in an installed package's own file; undefined if it is not installed on this platform. A missing
 * license is reported below.
 */
const readInstalledLicense = (root, location) => {
  const file = path.join(root, location, 'package.json');
  return existsSync(file) ? String(JSON.parse(readFileSync(file, 'utf8')).license ?? 'nothing') : undefined;
};

/** Returns name, version and license of every production package. The lockfile includes those of other platforms. */
export const readLicenses = (root) =>
  productionPackages(root).map(({ name, version, license = 'unknown', location }) => ({
    name,
    version,
    license,
    installed: readInstalledLicense(root, location),
  }));

const removeBrackets = (license) => license.replaceAll(/[()*]/g, '');

/**
 * Reports packages with licenses that are not allowed, and those whose files state another license than the lockfile.
 */
export const findLicenseFaults = (packages) =>
  packages.flatMap(({ name, version, license, installed }) => [
    ...(isAllowed(name, license)
      ? []
      : [`${name}@${version} has the license ${license}, which is not allowed (scripts/supply-chain/licenses.mjs)`]),
    ...(installed === undefined || removeBrackets(installed) === removeBrackets(license)
      ? []
      : [`${name}@${version}: the lockfile says ${license}, its files say ${installed}`]),
  ]);

/** Formats the packages as a Markdown page. */
export const formatLicensesPage = (packages) => {
  const counts = new Map();
  for (const { license } of packages) counts.set(license, (counts.get(license) ?? 0) + 1);
  const most = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b, 'en'));
  return [
    '# Licenses of production dependencies',
    '',
    'From the lockfile, for every platform.',
    '',
    '| License | Packages |',
    '|---|---|',
    ...most.map(([license, count]) => `| ${license} | ${count} |`),
    '',
    'Packages with other licenses, each reviewed:',
    '',
    ...ALLOWED_EXCEPTIONS.map(({ package: pattern, license, why }) => `- ${license}, \`${pattern.source}\`: ${why}.`),
    '',
    '| Package | Version | License |',
    '|---|---|---|',
    ...packages.map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`),
    '',
  ].join('\n');
};
