import crypto from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { isRemoteId, type RemoteId } from '../remotes';
import { hasContentName } from '../build/contentName';
import { checkBeforePublish } from './checks/checkRelease';
import { DEFAULT_BUDGET } from './checks/budget';
import { findTakenName } from './checks/contentNames';
import { unmarkGone } from './compositionFile';
import { JSDOM, openInJsdom } from './description/openInJsdom';
import { runDescription } from './description/runDescription';
import { RegistryError } from './RegistryError';
import { buildReleasePrefix, type Registry } from './Registry';
import {
  isVersion,
  MOUNT,
  SharedExports,
  Uses,
  type Budget,
  type Release,
  type ReleaseChecks,
  type ReleaseSource,
} from './release';

export const MAX_FILES = 400;
export const MAX_BYTES = 60_000_000;
/** As many files are written at once. */
const MAX_CONCURRENT_WRITES = 8;
const FILE_NAME = /^(?:web|node)\/(?!\.)[\w.@+-]{1,120}$/;

const Assets = Type.Object({ sync: Type.Array(Type.String()), async: Type.Array(Type.String()) });
/** The part of Module Federation's manifest that says what a remote is made of. */
const FederationManifest = Type.Object({
  metaData: Type.Object({
    remoteEntry: Type.Object({ name: Type.String() }),
    globalName: Type.String({ pattern: /^[A-Za-z_]\w*$/.source, maxLength: 80 }),
  }),
  shared: Type.Array(Type.Object({ name: Type.String(), requiredVersion: Type.String() })),
  exposes: Type.Array(Type.Object({ path: Type.String(), assets: Type.Object({ js: Assets, css: Assets }) })),
});

/** What a team hands in: a build, and what the build cannot say. */
export interface ReleaseUpload {
  readonly remote: RemoteId;
  /** The version to give it; without one, the package's own and a hash of the files and of what the remote declares. */
  readonly version?: string | undefined;
  readonly packageVersion: string;
  readonly mounts: readonly string[];
  readonly missingTitle: string;
  /** The team it belongs to, and what it may weigh: senders of before do not say. */
  readonly owner?: string;
  readonly budget?: Budget;
  readonly source?: ReleaseSource;
  /**
   * The browser in which its publisher has opened every page of it, such as "Chromium 156"; undefined where they have
   * none.
   */
  readonly openedIn?: string | undefined;
  readonly checks?: ReleaseChecks;
  readonly needsSecondPerson?: boolean;
  /** Content by name: "web/remote.1a2b.js", "node/remote.js". */
  readonly files: ReadonlyMap<string, Buffer>;
  /** SHA-384 of every file, base64, as the sender has them; what came otherwise is refused. */
  readonly hashes: Readonly<Record<string, string>>;
}

export const hashContent = (content: Buffer): string => crypto.createHash('sha384').update(content).digest('base64');

const invalid = (message: string): RegistryError => new RegistryError('invalid', message);

const requireUpload = ({ remote, version, packageVersion, mounts, files }: ReleaseUpload): void => {
  if (!isRemoteId(remote)) throw invalid(`"${String(remote)}" is no name of a remote: mfe-, then small letters`);
  if (!isVersion(version ?? packageVersion)) throw invalid(`"${version ?? packageVersion}" is no version`);
  const wrong = mounts.find((mount) => !MOUNT.test(mount));
  if (mounts.length === 0 || wrong !== undefined)
    throw invalid(
      wrong === undefined
        ? 'It owns no part of the site: name its mounts'
        : `"${wrong}" is no mount: a path such as /gifts`,
    );
  if (files.size > MAX_FILES) throw invalid(`A release has at most ${MAX_FILES} files, not ${files.size}`);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (bytes > MAX_BYTES) throw invalid(`A release has at most ${MAX_BYTES / 1e6} MB, not ${(bytes / 1e6).toFixed(1)}`);
  for (const name of files.keys()) if (!FILE_NAME.test(name)) throw invalid(`"${name}" is no file of a release`);
};

/** @throws {RegistryError} `refused`: what came is not what was sent. */
const requireHashes = (files: ReadonlyMap<string, Buffer>, hashes: Readonly<Record<string, string>>): void => {
  const names = new Set([...files.keys(), ...Object.keys(hashes)]);
  const reasons = [...names].flatMap((name) => {
    const content = files.get(name);
    if (!content) return [`${name} did not come.`];
    return hashes[name] === hashContent(content) ? [] : [`${name} is not the file that its hash is of.`];
  });
  if (reasons.length > 0)
    throw new RegistryError('refused', 'The files are not what they are said to be:', reasons.slice(0, 10));
};

/**
 * "blog.1a2b3c4d.css" belongs to the chunk "blog"; chunks without a name of their own are numbered, and no route asks
 * for them.
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
  if (!content) throw invalid(`${name} is not among the files`);
  try {
    return JSON.parse(content.toString('utf8'));
  } catch {
    throw invalid(`${name} is not JSON`);
  }
};

const readManifest = (files: ReadonlyMap<string, Buffer>, target: 'web' | 'node') => {
  const name = `${target}/mf-manifest.json`;
  const manifest = readJson(files, name);
  if (!Check(FederationManifest, manifest)) throw invalid(`${name} is not a federation manifest`);
  const exposed = manifest.exposes.find((expose) => expose.path === './remote');
  const { js, css } = exposed?.assets ?? { js: { sync: [], async: [] }, css: { sync: [], async: [] } };
  const entry = manifest.metaData.remoteEntry.name;
  for (const file of [entry, ...js.sync, ...css.sync])
    if (!files.has(`${target}/${file}`)) throw invalid(`${name} names ${file}, which is not among the files`);
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

/** The web entry of a built remote, and what it calls itself in the page. @throws {RegistryError} `invalid`. */
export const readEntry = (
  files: ReadonlyMap<string, Buffer>,
): { readonly entry: string; readonly container: string } => {
  const { entry, container } = readManifest(files, 'web');
  return { entry, container };
};

/** Builds from before uses were written down say nothing of them. */
const readUses = (files: ReadonlyMap<string, Buffer>): Uses => {
  if (!files.has('web/uses.json')) return { routes: [], widgets: [] };
  const uses = readJson(files, 'web/uses.json');
  if (!Check(Uses, uses)) throw invalid('web/uses.json does not say what it uses');
  return uses;
};

/** Builds from before imports were written down say nothing of them. */
const readImports = (files: ReadonlyMap<string, Buffer>): Pick<Release, 'imports'> => {
  if (!files.has('web/shared-exports.json')) return {};
  const shared = readJson(files, 'web/shared-exports.json');
  if (!Check(SharedExports, shared)) throw invalid('web/shared-exports.json does not say what it imports');
  return { imports: shared.imports };
};

const brotli = promisify(zlib.brotliCompress);

/** What the browser downloads, measured here: the sender's compressed files could say anything. */
const measureCompressedSize = async (files: ReadonlyMap<string, Buffer>, names: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(
    names.map(async (name) => (await brotli(files.get(`web/${name}`) ?? Buffer.alloc(0))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};

/** The version that an upload is published as. */
export const resolveVersion = ({
  version,
  packageVersion,
  hashes,
  mounts,
  missingTitle,
  owner,
  budget,
  needsSecondPerson,
}: ReleaseUpload): string => {
  if (version !== undefined) return version;
  const content = JSON.stringify([
    Object.entries(hashes).sort(),
    mounts,
    missingTitle,
    owner,
    budget,
    ...(needsSecondPerson ? ['needs a second person'] : []),
  ]);
  return `${packageVersion}-${crypto.createHash('sha256').update(content).digest('hex').slice(0, 10)}`;
};

const describeUpload = async (
  upload: ReleaseUpload,
  version: string,
  by: string,
  now: Date,
): Promise<{ release: Release; failures: readonly string[] }> => {
  const { remote, files, hashes, mounts, missingTitle, owner, budget = DEFAULT_BUDGET } = upload;
  const web = readManifest(files, 'web');
  const node = readManifest(files, 'node');
  const [{ module, pages, failures }, entry, page] = await Promise.all([
    runDescription(files, node.entry, node.container),
    measureCompressedSize(files, [web.entry]),
    measureCompressedSize(files, [web.entry, ...web.scripts, ...web.styles]),
  ]);
  const release: Release = {
    remote,
    version,
    publishedAt: now.toISOString(),
    publishedBy: by,
    ...(upload.source ? { source: upload.source } : {}),
    ...(owner === undefined ? {} : { owner }),
    budget,
    ...(upload.checks ? { checks: upload.checks } : {}),
    ...(upload.needsSecondPerson ? { needsSecondPerson: true } : {}),
    mounts: [...mounts],
    missingTitle,
    ...module,
    exposes: web.exposes,
    requires: web.requires,
    ...readImports(files),
    uses: readUses(files),
    trial: { pages, openedIn: upload.openedIn ?? JSDOM },
    sizes: { entry, page },
    web: {
      entry: web.entry,
      container: web.container,
      scripts: web.scripts,
      styles: web.styles,
      chunks: web.chunks,
      // A build of before names its entry otherwise.
      ...(hasContentName(web.entry) ? { isContentAddressed: true } : {}),
    },
    node: { entry: node.entry },
    files: { ...hashes },
    bytes: Object.fromEntries([...files].map(([name, { length }]) => [name, length])),
  };
  return { release, failures };
};

/** Whose publisher has no browser is opened here, in what stands in for one. */
const checkInJsdomIfUnopened = async (
  { openedIn, files }: ReleaseUpload,
  { web }: Release,
): Promise<readonly string[]> => (openedIn === undefined ? openInJsdom(files, web.entry, web.container) : []);

const writeFiles = async (registry: Registry, prefix: string, files: ReadonlyMap<string, Buffer>): Promise<void> => {
  const waiting = [...files];
  await Promise.all(
    Array.from({ length: MAX_CONCURRENT_WRITES }, async () => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        await registry.storage.write(prefix + next[0], next[1]);
    }),
  );
};

/** @throws {RegistryError} `conflict`: an address of the remote's files never changes what is there. */
const requireFreeNames = async (registry: Registry, release: Release): Promise<void> => {
  const taken = findTakenName(release, await registry.releases(release.remote as RemoteId)); // it was checked
  if (taken)
    throw new RegistryError(
      'conflict',
      `${taken.name} is already a file of ${release.remote} ${taken.version}, with other content; give it another name`,
    );
};

/**
 * Puts a built remote into the registry as an immutable release; publishing the same files again changes nothing, and
 * completes what a killed process left. Makes nothing live.
 * @throws {RegistryError} `invalid`; `refused`, with reasons; `conflict` when that version, or the name of a file,
 * exists with other content.
 */
export const publishRelease = async (
  registry: Registry,
  upload: ReleaseUpload,
  by: string,
  now: Date,
): Promise<Release> => {
  requireUpload(upload);
  requireHashes(upload.files, upload.hashes);
  const { remote } = upload;
  const version = resolveVersion(upload);
  const prefix = buildReleasePrefix(remote, version);
  const { release, failures } = await describeUpload(upload, version, by, now);

  // The claim says whose files these will be, before the first of them is written: two who publish one version at once
  // never mix.
  const claim = JSON.stringify({
    files: Object.entries(upload.hashes).sort(),
    mounts: upload.mounts,
    ...(upload.needsSecondPerson ? { needsSecondPerson: true } : {}),
  });
  const claimVersion = async (): Promise<boolean> =>
    (await registry.storage.create(`${prefix}claim.json`, claim)) ||
    (await registry.storage.read(`${prefix}claim.json`))?.body.toString() === claim;
  const published = await registry.release(remote, version).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'unknown') return undefined;
    throw error;
  });
  if (!published) {
    await checkBeforePublish(registry, release, upload.files, now);
    await requireFreeNames(registry, release);
    // What another check refuses fails here, too, and says less of why.
    const reasons = failures.length > 0 ? failures : await checkInJsdomIfUnopened(upload, release);
    if (reasons.length > 0) throw new RegistryError('refused', `${remote} ${version} is refused:`, reasons);
  }
  if (!(await claimVersion()))
    throw new RegistryError(
      'conflict',
      `${remote} ${version} is already published with other files; publish a new version`,
    );
  if (published) return published;

  await writeFiles(registry, prefix, upload.files);
  await registry.storage.create(`${prefix}release.json`, `${JSON.stringify(release, null, 1)}\n`);
  await registry.change((file) => unmarkGone(file, remote, version));
  return registry.release(remote, version);
};
