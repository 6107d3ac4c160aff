import fs from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../repository/repositoryRoot';
import { hashInputs } from './inputHash';
import { readLockedVersions } from './lockedVersions';

/** What is a package's own; not every package has all of it. */
const OWN = ['src', 'package.json', 'webpack.config.ts', 'remote.json'];

/** What packages bundle that is not their own, and how they are built. */
const COMMON = [
  'shared/src',
  'shared/package.json',
  'federation/build',
  'federation/browser',
  'federation/server',
  'federation/facades',
  'federation/remotes.ts',
  'federation/composition.ts',
  'federation/sharedDependencies.ts',
  'federation/repository/repositoryRoot.ts',
  'tsconfig.base.json',
  'tsconfig.json',
];

const exists = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

/** The browsers that styles are written for. */
const readBrowsers = async (root: string): Promise<unknown> => {
  const manifest: unknown = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'browserslist' in manifest
    ? manifest.browserslist
    : undefined;
};

/**
 * One hash of all that a package's build depends on: its own files, what it bundles of others, how it is built, and the
 * versions of the libraries that it and its build use. Other remotes are none of it: one that comes, goes or changes
 * its libraries rebuilds itself alone.
 */
export const hashBuildInputs = async (packageName: string, root = repositoryRoot): Promise<string> => {
  const own = OWN.map((name) => path.posix.join(packageName, name));
  const present = await Promise.all(own.map((name) => exists(path.join(root, name))));
  const versions = await readLockedVersions(root, [packageName, 'shared', 'federation']);
  return hashInputs(
    root,
    [...own.filter((_name, index) => present[index]), ...COMMON],
    JSON.stringify([versions, await readBrowsers(root)]),
  );
};
