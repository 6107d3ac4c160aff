import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import type { RemoteId } from '../remotes';
import { RegistryError, type Registry } from './Registry';
import type { Release } from './release';

/** The part of Module Federation's manifest that says what `./remote` needs at once. */
const FederationManifest = Type.Object({
  metaData: Type.Object({ remoteEntry: Type.Object({ name: Type.String() }) }),
  exposes: Type.Array(
    Type.Object({
      path: Type.String(),
      assets: Type.Object({
        js: Type.Object({ sync: Type.Array(Type.String()), async: Type.Array(Type.String()) }),
        css: Type.Object({ sync: Type.Array(Type.String()), async: Type.Array(Type.String()) }),
      }),
    }),
  ),
});

export interface ReleaseSource {
  readonly remote: RemoteId;
  /** The remote's built `dist`, with `web` and `node` in it. */
  readonly dist: string;
  /** The package's own version; the release adds a hash of its files unless `exactVersion` names it. */
  readonly packageVersion: string;
  readonly exactVersion?: string;
  readonly contract: number;
}

/** "blog.1a2b3c4d.css" belongs to the chunk "blog"; chunks without a name of their own are numbered, and no route asks for them. */
const groupByChunk = (scripts: readonly string[], styles: readonly string[]): NonNullable<Release['web']['chunks']> => {
  const chunkOf = (file: string): string => file.split('.')[0] ?? '';
  const names = new Set([...scripts, ...styles].map(chunkOf).filter((name) => !/^\d*$/.test(name)));
  const filesOf = (files: readonly string[], name: string): string[] => files.filter((file) => chunkOf(file) === name);
  return Object.fromEntries([...names].sort().map((name) => [name, { scripts: filesOf(scripts, name), styles: filesOf(styles, name) }]));
};

const readManifest = async (file: string) => {
  const manifest: unknown = JSON.parse(await fs.readFile(file, 'utf8'));
  if (!Check(FederationManifest, manifest)) throw new RegistryError(`${file} is not a federation manifest`);
  const exposed = manifest.exposes.find((expose) => expose.path === './remote');
  if (!exposed) throw new RegistryError(`${file} does not expose ./remote`);
  const { js, css } = exposed.assets;
  return { entry: manifest.metaData.remoteEntry.name, scripts: js.sync, styles: css.sync, chunks: groupByChunk(js.async, css.async) };
};

const hashFiles = async (dist: string): Promise<Record<string, string>> => {
  const hashes: Record<string, string> = {};
  for (const target of ['node', 'web']) {
    for (const name of (await fs.readdir(path.join(dist, target))).sort()) {
      const content = await fs.readFile(path.join(dist, target, name));
      hashes[`${target}/${name}`] = crypto.createHash('sha384').update(content).digest('base64');
    }
  }
  return hashes;
};

const contentVersion = (packageVersion: string, files: Readonly<Record<string, string>>): string =>
  `${packageVersion}-${crypto.createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 10)}`;

const sameFiles = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort());

/**
 * Puts a built remote into the registry as an immutable release; publishing the same files again changes nothing.
 * @throws {RegistryError} when that version exists with other files: a release never changes.
 */
export const publishRelease = async (registry: Registry, source: ReleaseSource, now: Date): Promise<Release> => {
  const [web, node, files] = await Promise.all([
    readManifest(path.join(source.dist, 'web/mf-manifest.json')),
    readManifest(path.join(source.dist, 'node/mf-manifest.json')),
    hashFiles(source.dist),
  ]);
  const version = source.exactVersion ?? contentVersion(source.packageVersion, files);
  const target = registry.releaseDirectory(source.remote, version);
  const release: Release = {
    remote: source.remote,
    version,
    contract: source.contract,
    publishedAt: now.toISOString(),
    web,
    node: { entry: node.entry },
    files,
  };

  const existing = await fs.readFile(path.join(target, 'release.json'), 'utf8').catch(() => undefined);
  if (existing !== undefined) {
    const published = registry.readRelease(source.remote, version);
    if (sameFiles(published.files, files)) return published;
    throw new RegistryError(`${source.remote} ${version} is already published with other files; publish a new version`);
  }

  // Copied aside and renamed: a release is there whole or not at all.
  const partial = path.join(registry.directory, source.remote, `.${version}.${process.pid}`);
  await fs.rm(partial, { recursive: true, force: true });
  await fs.mkdir(partial, { recursive: true });
  for (const part of ['web', 'node']) await fs.cp(path.join(source.dist, part), path.join(partial, part), { recursive: true });
  await fs.writeFile(path.join(partial, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
  await fs.rename(partial, target);
  return release;
};
