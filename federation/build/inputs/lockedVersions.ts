import fs from 'node:fs/promises';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';

const Ranges = Type.Optional(Type.Record(Type.String(), Type.String()));
const Dependent = { dependencies: Ranges, optionalDependencies: Ranges, peerDependencies: Ranges };
const Manifest = Type.Object(Dependent);
type Manifest = Static<typeof Manifest>;
const LockedPackage = Type.Object({
  ...Dependent,
  version: Type.Optional(Type.String()),
  integrity: Type.Optional(Type.String()),
  resolved: Type.Optional(Type.String()),
  link: Type.Optional(Type.Boolean()),
});
/** The part of package-lock.json used here: packages by installation folder. */
const Lockfile = Type.Object({ packages: Type.Record(Type.String(), LockedPackage) });
type Lockfile = Static<typeof Lockfile>;

const readJson = async <T extends Type.TSchema>(file: string, schema: T): Promise<Static<T>> => {
  const parsed: unknown = JSON.parse(await fs.readFile(file, 'utf8'));
  if (!Check(schema, parsed)) throw new Error(`${file} is invalid`);
  return parsed;
};

/**
 * Finds the folder of a dependency as Node does: in the nearest node_modules upwards. Returns undefined if it is not
 * installed.
 */
const findFolder = ({ packages }: Lockfile, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = path.posix.dirname(folder)) {
    const candidate = path.posix.join(folder === '.' ? '' : folder, 'node_modules', name);
    const found = packages[candidate];
    if (found) return found.link === true ? found.resolved : candidate;
    if (folder === '.') return undefined;
  }
};

/** Includes peers: loaders get their compiler that way (typescript for ts-loader). */
const listDependencies = ({ dependencies, optionalDependencies, peerDependencies }: Manifest): string[] =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

/**
 * Lists the third-party packages and versions that packages of a repository use, transitively, according to
 * package-lock.json: sorted and unique. Direct dependencies are read from package.json, because the lockfile may not
 * contain new ones yet.
 */
export const readLockedVersions = async (root: string, packageNames: readonly string[]): Promise<string[]> => {
  const lockfile = await readJson(path.join(root, 'package-lock.json'), Lockfile);
  const seen = new Set<string>();
  const versions = new Set<string>();
  const visit = (folder: string, manifest: Manifest): void => {
    if (seen.has(folder)) return;
    seen.add(folder);
    for (const name of listDependencies(manifest)) {
      const found = findFolder(lockfile, folder, name);
      const locked = found === undefined ? undefined : lockfile.packages[found];
      if (found === undefined || !locked) continue;
      // Linked packages belong to this repository; their files are hashed elsewhere.
      if (found.includes('node_modules/')) versions.add(`${name}@${locked.version} ${locked.integrity ?? ''}`);
      visit(found, locked);
    }
  };
  for (const name of packageNames) visit(name, await readJson(path.join(root, name, 'package.json'), Manifest));
  return [...versions].sort();
};
