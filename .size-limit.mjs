import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readRemotes } from '@shop/build/repository';

/**
 * Maximum sizes of the bundles, compressed with brotli as they are sent (1 kB is 1,000 bytes). Each stands 1 % above
 * what is built; a feature that is worth its bytes raises it, with a word in the commit. File names contain hashes, so
 * the groups are read from the manifests of the builds.
 */
const readBuilt = (file) => {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  throw new Error(`${file} is missing: run npm run build`);
};

const host = readBuilt('host/dist/assets.json');
const hostFiles = (addresses) => addresses.map((address) => address.replace(/^\/assets\//, 'host/dist/web/'));

const listFiles = (remote) => {
  const web = `${remote}/dist/web`;
  const manifest = readBuilt(`${web}/mf-manifest.json`);
  const { js, css } = manifest.exposes.find(({ name }) => name === 'remote').assets;
  const within = (names) => names.map((name) => path.join(web, name));
  return {
    entry: within([manifest.metaData.remoteEntry.name]),
    scripts: within(js.sync),
    styles: within(css.sync),
    lazy: within([...js.async, ...css.async]),
  };
};

const home = listFiles('mfe-home');
const fonts = (...names) =>
  readdirSync('host/dist/web')
    .filter((file) => names.some((name) => file.startsWith(`${name}.`)))
    .map((file) => `host/dist/web/${file}`);

/**
 * Defaults for remotes whose remote.json has no limits: the JavaScript of the first page, the styles, and everything
 * that is loaded on demand.
 */
const DEFAULT_LIMITS = { scripts: 33, styles: 8, lazy: 40 };

const remoteChecks = Object.entries(readRemotes()).flatMap(([remote, { budget }]) => {
  const { entry, scripts, styles, lazy } = listFiles(remote);
  const limits = { ...DEFAULT_LIMITS, ...budget };
  const check = (what, files, limit) =>
    files.length === 0 ? [] : [{ name: `${remote}: ${what}`, path: files, limit: `${limit} kB` }];
  return [
    ...check('entry', entry, limits.entry),
    ...check('first page', [...entry, ...scripts, ...styles], limits.page),
    ...check("first page's JavaScript", [...entry, ...scripts], limits.scripts),
    ...check('styles', styles, limits.styles),
    ...check('files loaded on demand', lazy, limits.lazy),
  ];
});

export default [
  // A commit builds the same bytes everywhere (StableIdsPlugin.ts).
  {
    name: "home page's JavaScript: host and mfe-home",
    path: [...hostFiles(host.scripts), ...home.entry, ...home.scripts],
    limit: '176.5 kB',
  },
  { name: "host: first page's JavaScript", path: hostFiles(host.scripts), limit: '147.9 kB' },
  { name: 'host: styles', path: hostFiles(host.styles), limit: '8.4 kB' },
  { name: 'host: service worker', path: 'host/dist/worker/worker.js', limit: '7.8 kB' },
  // 2.2 before it checked whether the server responds again, 2.3 before decision 0049.
  { name: 'host: offline page', path: hostFiles([...host.offline.scripts, ...host.offline.styles]), limit: '2.44 kB' },
  // Already compressed.
  {
    name: 'fonts of the jewellery store',
    path: fonts('newsreader-display-latin', 'instrument-sans-latin'),
    limit: '68.5 kB',
    brotli: false,
  },
  {
    name: 'fonts of the organic store',
    path: fonts('bricolage-display-latin', 'figtree-latin'),
    limit: '57.5 kB',
    brotli: false,
  },
  ...remoteChecks,
];
