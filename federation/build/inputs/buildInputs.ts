import fs from 'node:fs/promises';
import path from 'node:path';
import { repositoryRoot } from '../repository/repositoryRoot';
import { hashInputs } from './inputHash';
import { readLockedVersions } from './lockedVersions';

/** Inputs inside a package; not every package has all of them. */
const OWN_INPUTS = ['src', 'build', 'package.json', 'webpack.config.ts', 'remote.json'];

/** Shared inputs: code bundled into packages, and the build itself. */
const SHARED_INPUTS = [
  'shared/src',
  'shared/package.json',
  'federation/build',
  'federation/runtime',
  'tsconfig.base.json',
  'tsconfig.json',
];

const exists = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

/** Reads the browsers that styles are compiled for. */
const readBrowsers = async (root: string): Promise<unknown> => {
  const manifest: unknown = JSON.parse(await fs.readFile(path.join(root, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'browserslist' in manifest
    ? manifest.browserslist
    : undefined;
};

/**
 * Hashes everything that a package's build depends on: its own files, bundled code of other packages, the build, and
 * the versions of libraries used. Other remotes are not included, so a remote that is added, removed or changes its
 * libraries rebuilds only itself.
 */
export const hashBuildInputs = async (packageName: string, root = repositoryRoot): Promise<string> => {
  const own = OWN_INPUTS.map((name) => path.posix.join(packageName, name));
  const present = await Promise.all(own.map((name) => exists(path.join(root, name))));
  const versions = await readLockedVersions(root, [packageName]);
  return hashInputs(
    root,
    [...own.filter((_name, index) => present[index]), ...SHARED_INPUTS],
    JSON.stringify([versions, await readBrowsers(root)]),
  );
};
