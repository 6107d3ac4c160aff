import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { createRefusal, type RegistryError } from './RegistryError';
import { SharedExports, Uses, type Release } from './release';

const Assets = Type.Object({ sync: Type.Array(Type.String()), async: Type.Array(Type.String()) });
/** The part of Module Federation's manifest that describes a remote. */
const FederationManifest = Type.Object({
  metaData: Type.Object({
    remoteEntry: Type.Object({ name: Type.String() }),
    globalName: Type.String({ pattern: /^[A-Za-z_]\w*$/.source, maxLength: 80 }),
  }),
  shared: Type.Array(Type.Object({ name: Type.String(), requiredVersion: Type.String() })),
  exposes: Type.Array(Type.Object({ path: Type.String(), assets: Type.Object({ js: Assets, css: Assets }) })),
});

const refused = (reason: string): RegistryError => createRefusal([reason]);

/**
 * Groups files by chunk: "blog.1a2b3c4d.css" belongs to the chunk "blog". Chunks without a name are numbered; routes do
 * not refer to them.
 */
const groupByChunk = (scripts: readonly string[], styles: readonly string[]): Release['web']['chunks'] => {
  const getChunkName = (file: string): string => file.split('.')[0] ?? '';
  const names = new Set([...scripts, ...styles].map(getChunkName).filter((name) => !/^\d*$/.test(name)));
  const filterByChunk = (files: readonly string[], name: string): string[] =>
    files.filter((file) => getChunkName(file) === name);
  return Object.fromEntries(
    [...names]
      .sort()
      .map((name) => [name, { scripts: filterByChunk(scripts, name), styles: filterByChunk(styles, name) }]),
  );
};

const readJson = (files: ReadonlyMap<string, Buffer>, name: string): unknown => {
  const content = files.get(name);
  if (!content) throw refused(`${name} is not among its files. Build it again.`);
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw refused(`${name} is not JSON. Build it again.`);
  }
};

/**
 * Reads what Module Federation says of a build.
 * @throws {RegistryError} `refused`.
 */
export const readManifest = (files: ReadonlyMap<string, Buffer>, target: 'web' | 'node') => {
  const name = `${target}/mf-manifest.json`;
  const manifest = readJson(files, name);
  if (!Check(FederationManifest, manifest))
    throw refused(`${name} is not a federation manifest. Build it again with createRemoteConfig.`);
  const exposed = manifest.exposes.find((expose) => expose.path === './remote');
  const { js, css } = exposed?.assets ?? { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
  const entry = manifest.metaData.remoteEntry.name;
  for (const file of [entry, ...js.sync, ...css.sync])
    if (!files.has(`${target}/${file}`))
      throw refused(`${name} names ${file}, which is not among its files. Build it again.`);
  return {
    entry,
    container: manifest.metaData.globalName,
    scripts: js.sync,
    styles: css.sync,
    chunks: groupByChunk(js.async, css.async),
    exposes: manifest.exposes.map(({ path }) => path),
    requires: Object.fromEntries(
      manifest.shared.map(({ name: singleton, requiredVersion }) => [singleton, requiredVersion]),
    ),
  };
};

/**
 * Returns the web entry of a built remote and its container's global name.
 * @throws {RegistryError} `refused`.
 */
export const readEntry = (
  files: ReadonlyMap<string, Buffer>,
): { readonly entry: string; readonly container: string } => {
  const { entry, container } = readManifest(files, 'web');
  return { entry, container };
};

/** Older builds do not record their uses. */
export const readUses = (files: ReadonlyMap<string, Buffer>): Uses => {
  if (!files.has('web/uses.json')) return { routes: [], widgets: [] };
  const uses = readJson(files, 'web/uses.json');
  if (!Check(Uses, uses)) throw refused('web/uses.json is invalid. Build it again with createRemoteConfig.');
  return uses;
};

/** Older builds do not record their imports. */
export const readImports = (files: ReadonlyMap<string, Buffer>): Pick<Release, 'imports'> => {
  if (!files.has('web/shared-exports.json')) return {};
  const shared = readJson(files, 'web/shared-exports.json');
  if (!Check(SharedExports, shared))
    throw refused('web/shared-exports.json is invalid. Build it again with createRemoteConfig.');
  return { imports: shared.imports };
};
