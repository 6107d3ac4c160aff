import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lockfileFaults } from './supply-chain/lockfile.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MIN_NODE = [20, 19];

const stampFile = path.join(root, 'node_modules/.shop-lock');
const lockHash = () => createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json'))).digest('hex');

const requireNode = () => {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  console.error(`The shop needs Node ${MIN_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  process.exit(1);
};

/**
 * Installs what the lockfile says, where that is not what is there, and leaves the lockfile as it is. Needs nothing but Node and npm.
 * Not `npm ci`: it refuses a lockfile that does not name the native packages of every platform, and some registries carry
 * only those of their own; this installs the ones of the platform it runs on, at the version their parent pins.
 */
export const installMissing = () => {
  requireNode();
  const wanted = lockHash();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted) return;
  const faults = lockfileFaults(root);
  if (faults.length > 0) {
    console.error(`Nothing is installed: the lockfile is not sound.\n${faults.join('\n')}`);
    process.exit(1);
  }
  console.log('Installing packages from the lockfile (about a minute the first time) …');
  const started = Date.now();
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) {
    console.error('The packages could not be installed. Check the network and run the command again.');
    process.exit(status ?? 1);
  }
  writeFileSync(stampFile, wanted);
  console.log(`Packages installed in ${Math.round((Date.now() - started) / 1000)} s.`);
};
