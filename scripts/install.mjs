import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MIN_NODE = [20, 19];

const hashLockfile = (directory) =>
  createHash('sha256')
    .update(readFileSync(path.join(directory, 'package-lock.json')))
    .digest('hex');

const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

/**
 * npm's list of installed packages by folder. It includes the node_modules of workspaces, which a stamp at the root
 * would not cover.
 */
const getInstalledListPath = (directory) => path.join(directory, 'node_modules/.package-lock.json');

/**
 * Lists the folders of installed packages that are missing or have another version; ['node_modules'] if npm's list is
 * missing.
 */
export const findMissing = (directory) => {
  const list = readJson(getInstalledListPath(directory));
  if (list === undefined) return ['node_modules'];
  return Object.entries(list.packages)
    .filter(([, { link }]) => !link)
    .filter(([folder, { version }]) => readJson(path.join(directory, folder, 'package.json'))?.version !== version)
    .map(([folder]) => folder);
};

const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  console.error(`The shop needs Node ${MIN_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
};

/** Installs the packages of the lockfile if they are not installed, with `npm ci`. Needs only Node and npm. */
export const installMissing = (directory = root) => {
  requireNode();
  const stampFile = path.join(directory, 'node_modules/.shop-lock');
  const wanted = hashLockfile(directory);
  const missing =
    existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted ? findMissing(directory) : ['node_modules'];
  if (missing.length === 0) return;
  if (missing[0] !== 'node_modules')
    console.log(
      `Missing: ${missing.slice(0, 3).join(', ')}${missing.length > 3 ? ` and ${missing.length - 3} more` : ''}.`,
    );
  console.log('Installing the packages of the lockfile, which takes one to two minutes …');
  const started = Date.now();
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], { cwd: directory, stdio: 'inherit' });
  if (status !== 0) {
    console.error('The packages could not be installed. Check the network and run the command again.');
    process.exit(status ?? 1);
  }
  writeFileSync(stampFile, wanted);
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) installMissing();
