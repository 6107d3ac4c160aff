import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { listBuildSources } from './listBuildSources';
import { readLockedVersions } from './lockedVersions';

/** Everything that a build depended on: `dist/inputs.json` of a package. File names are relative to the repository. */
export const BuildInputs = Type.Object({
  /** Hash of library versions and settings. */
  environment: Type.String(),
  /** SHA-256 by file: what the compiler read, and the build's own sources. */
  files: Type.Record(Type.String(), Type.String()),
  /** Files that the compiler looked for in vain; if one exists now, an import may have another result. */
  missing: Type.Array(Type.String()),
});
export type BuildInputs = Static<typeof BuildInputs>;

/** What webpack knows about the files of a compilation: absolute paths. */
export interface CompilerGraph {
  readonly files: ReadonlySet<string>;
  readonly missing: ReadonlySet<string>;
}

/** Settings of the compiler that it does not list among its files. */
const SETTINGS = ['tsconfig.json', 'tsconfig.base.json'];
/** Of this file, only the supported browsers matter. */
const ROOT_MANIFEST = 'package.json';
/** Libraries are compared by version; the rest is written by builds. */
const IGNORED = /(?:^|\/)(?:node_modules|dist|\.cache|\.data)(?:\/|$)/;

const hash = (content: string | Buffer): string => crypto.createHash('sha256').update(content).digest('hex');

/** Returns the hash of a file; undefined if it is none. */
const hashFile = (file: string): Promise<string | undefined> => fs.readFile(file).then(hash, () => undefined);

const readBrowsers = async (root: string): Promise<unknown> => {
  const manifest: unknown = JSON.parse(await fs.readFile(path.join(root, ROOT_MANIFEST), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'browserslist' in manifest
    ? manifest.browserslist
    : undefined;
};

const hashEnvironment = async (packageName: string, root: string): Promise<string> =>
  hash(JSON.stringify([await readLockedVersions(root, [packageName]), await readBrowsers(root)]));

/** Returns the paths inside the repository, relative and sorted. */
const keepOwn = (root: string, files: Iterable<string>): string[] =>
  [...new Set([...files].map((file) => path.relative(root, file)))]
    .filter((file) => file !== '' && !file.startsWith('..') && !IGNORED.test(file) && file !== ROOT_MANIFEST)
    .sort();

/** Whether a file was written after a point in time (in milliseconds). */
const isNewer = (file: string, time: number): Promise<boolean> =>
  fs.stat(file).then(
    ({ mtimeMs }) => mtimeMs > time,
    () => true,
  );

/**
 * Whether a path was a folder before a point in time. The compiler also looks for a file in place of a folder whose
 * index.ts is imported.
 */
const wasFolder = (folder: string, time: number): Promise<boolean> =>
  fs.stat(folder).then(
    (stats) => stats.isDirectory() && stats.mtimeMs <= time,
    () => false,
  );

/**
 * Describes what a finished build depended on. Returns undefined if one of the files was changed after the build
 * started: which version was compiled is unknown then.
 */
export const recordBuildInputs = async (
  packageName: string,
  { graphs, root, started }: { graphs: readonly CompilerGraph[]; root: string; started: number },
): Promise<BuildInputs | undefined> => {
  const read = graphs.flatMap(({ files }) => [...files]);
  const own = [...(await listBuildSources(packageName, root)), ...SETTINGS].map((file) => path.join(root, file));
  const hashes = await Promise.all(
    keepOwn(root, [...read, ...own]).map(async (file) => [file, await hashFile(path.join(root, file))] as const),
  );
  // Folders are among webpack's files, and have no hash.
  const files = hashes.flatMap(([file, value]) => (value === undefined ? [] : [[file, value] as const]));
  const changed = await Promise.all(files.map(([file]) => isNewer(path.join(root, file), started)));
  if (changed.includes(true)) return undefined;
  const lookedFor = keepOwn(
    root,
    graphs.flatMap(({ missing }) => [...missing]),
  );
  const folders = await Promise.all(lookedFor.map((file) => wasFolder(path.join(root, file), started)));
  return {
    environment: await hashEnvironment(packageName, root),
    files: Object.fromEntries(files),
    missing: lookedFor.filter((_file, index) => !folders[index]),
  };
};

const exists = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

const findFirst = async (
  names: readonly string[],
  matches: (name: string) => Promise<boolean>,
): Promise<string | undefined> => {
  const results = await Promise.all(names.map(matches));
  return names.find((_name, index) => results[index]);
};

/**
 * Returns why a package has to be built again, such as "mfe-home/src/remote.ts changed"; undefined if its last build
 * would have the same result.
 */
export const findReasonToBuild = async (
  packageName: string,
  stamp: string,
  root: string,
): Promise<string | undefined> => {
  const recorded: unknown = await fs.readFile(stamp, 'utf8').then(JSON.parse, () => undefined);
  if (!Check(BuildInputs, recorded)) return 'it was not built yet';
  const { environment, files, missing } = recorded;
  const changed = await findFirst(
    Object.keys(files),
    async (file) => (await hashFile(path.join(root, file))) !== files[file],
  );
  if (changed !== undefined) return `${changed} changed`;
  const added = await findFirst(missing, (file) => exists(path.join(root, file)));
  if (added !== undefined) return `${added} was added`;
  return environment === (await hashEnvironment(packageName, root)) ? undefined : 'libraries or browsers changed';
};
