import fs from 'node:fs';
import path from 'node:path';

const repositoryRoot = path.resolve(__dirname, '../../..');
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';

/** Where packages are, and where that is in truth: a copy of the repository may have links to the libraries of another. */
const readPackageDirectories = (): string[] => {
  const [beforePackages] = fs.realpathSync(require.resolve('react/package.json')).split(`${path.sep}node_modules${path.sep}`);
  return [...new Set([path.join(repositoryRoot, 'node_modules'), path.join(beforePackages ?? repositoryRoot, 'node_modules')])];
};

/**
 * Node's options for a process that runs another team's code: it reads packages and what it is given, and nothing else of the disk, writes
 * nothing, and starts neither processes nor threads. On the platforms we run on, Node's permission model does not cover the network.
 */
export const isolatedNodeOptions = (readable: readonly string[]): string[] => [
  PERMISSION,
  '--no-warnings',
  ...[...readPackageDirectories(), ...readable].map((allowed) => `--allow-fs-read=${allowed}`),
];

/** Its environment: nothing of this process's. */
export const isolatedEnvironment = (): Readonly<Record<string, string>> => ({ NODE_ENV: 'production', NODE_PATH: path.join(repositoryRoot, 'node_modules') });
