import crypto from 'node:crypto';
import pLimit from 'p-limit';
import { getAudience, isRemoteId, type Audience, type RemoteId } from '@shop/runtime/remotes';
import { MOUNT } from '@shop/build/RemoteDescription';
import { compressContent } from '../build/compressFiles';
import { hashContent } from '../build/hashContent';
import { checkGrant } from './checks/audience';
import { checkBeforePublish, checkBuild } from './checks/checkRelease';
import { DEFAULT_BUDGET } from './checks/budget';
import { findTakenName } from './checks/contentNames';
import { unmarkGone } from './compositionFile';
import type { DescribedModule } from './description/runDescription';
import { readImports, readManifest, readUses } from './readBuild';
import { createRefusal, RegistryError } from './RegistryError';
import { buildReleasePrefix, type Registry } from './Registry';
import { isVersion, type DeclaredBudget, type Release, type ReleaseChecks, type ReleaseSource } from './release';

export const MAX_FILES = 400;
export const MAX_BYTES = 60_000_000;
/** Recorded as the browser of a release whose publisher has none. */
const NO_BROWSER = 'no browser';
/** Files written at once. */
const MAX_CONCURRENT_WRITES = 8;
/** Only what builds make: a page or a script of another type would be one of the shop's origin. */
const FILE_NAME = /^(?:web|node)\/(?!\.)[\w.@+-]{1,120}\.(?:js|css|map|json|png|jpe?g|gif|webp|avif|woff2?|wasm)$/;

/** What a team uploads: a build and its metadata. */
export interface ReleaseUpload {
  readonly remote: RemoteId;
  /** Version to publish as. Defaults to the package version and a hash of the files and metadata. */
  readonly version?: string | undefined;
  readonly packageVersion: string;
  /** Older clients do not send it; they publish for shoppers. */
  readonly audience?: Audience | undefined;
  readonly mounts: readonly string[];
  /** Older clients do not send them. */
  readonly privateMounts?: readonly string[];
  readonly missingTitle: string;
  /** Owning team. Older clients do not send owner and budget. */
  readonly owner?: string;
  readonly budget?: DeclaredBudget;
  readonly source?: ReleaseSource;
  /** Browser in which the publisher opened all its pages, such as "Chromium 156"; undefined if they have none. */
  readonly openedIn?: string | undefined;
  /** What failed there, one sentence each. Such a release is refused; other checks may name the cause. */
  readonly failures?: readonly string[];
  readonly checks?: ReleaseChecks;
  /** File contents by name: "web/remote.1a2b.js", "node/remote.js". */
  readonly files: ReadonlyMap<string, Buffer>;
  /** SHA-384 of every file, base64, computed by the client. Files that do not match are refused. */
  readonly hashes: Readonly<Record<string, string>>;
}

const invalid = (message: string): RegistryError => new RegistryError('invalid', message);

const refused = (reason: string): RegistryError => createRefusal([reason]);

const requireNames = ({ remote, version, packageVersion }: ReleaseUpload): void => {
  if (!isRemoteId(remote))
    throw invalid(`"${String(remote)}" is not a valid remote name: use mfe- and lowercase letters`);
  if (!isVersion(version ?? packageVersion))
    throw invalid(`"${version ?? packageVersion}" is not a valid version: use one such as 1.4.0`);
};

const requireUpload = ({ mounts, files }: ReleaseUpload): void => {
  const wrong = mounts.find((mount) => !MOUNT.test(mount));
  if (mounts.length === 0 || wrong !== undefined)
    throw refused(
      wrong === undefined
        ? 'It has no mounts: name at least one in remote.json.'
        : `"${wrong}" is not a valid mount: use a path such as /gifts in remote.json.`,
    );
  if (files.size > MAX_FILES) throw refused(`It has ${files.size} files; a release may have at most ${MAX_FILES}.`);
  const bytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  if (bytes > MAX_BYTES)
    throw refused(`It has ${(bytes / 1e6).toFixed(1)} MB; a release may have at most ${MAX_BYTES / 1e6} MB.`);
  for (const name of files.keys())
    if (!FILE_NAME.test(name))
      throw refused(
        `"${name}" is not a valid file name of a release: it may have scripts, stylesheets, source maps, JSON, pictures, fonts and WebAssembly.`,
      );
};

/** @throws {RegistryError} `refused` if the files do not match their hashes. */
const requireHashes = (files: ReadonlyMap<string, Buffer>, hashes: Readonly<Record<string, string>>): void => {
  const names = new Set([...files.keys(), ...Object.keys(hashes)]);
  const reasons = [...names].flatMap((name) => {
    const content = files.get(name);
    if (!content) return [`${name} is missing.`];
    return hashes[name] === hashContent(content) ? [] : [`${name} does not match its hash.`];
  });
  if (reasons.length > 0) throw createRefusal(reasons.slice(0, 10));
};

/** Adds compressed copies of the web files. Copies of an upload are not accepted, since they could differ. */
const addCompressedCopies = async (files: ReadonlyMap<string, Buffer>): Promise<ReadonlyMap<string, Buffer>> => {
  const web = [...files].filter(([name]) => name.startsWith('web/'));
  const copies = await Promise.all(
    web.map(async ([name, content]) =>
      Object.entries((await compressContent(name, content)) ?? {}).map(
        ([extension, copy]) => [name + extension, copy] as const,
      ),
    ),
  );
  return new Map([...files, ...copies.flat()]);
};

/** Returns the compressed size that browsers download. */
const sumSizes = (stored: ReadonlyMap<string, Buffer>, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (stored.get(`web/${name}.br`) ?? stored.get(`web/${name}`) ?? '').length, 0);

/** Returns the version that an upload is published as. */
export const resolveVersion = ({
  version,
  packageVersion,
  hashes,
  mounts,
  privateMounts,
  missingTitle,
  owner,
  budget,
  ...upload
}: ReleaseUpload): string => {
  if (version !== undefined) return version;
  // Releases for shoppers keep the versions that they had before there were others.
  const audience = getAudience(upload) === 'shoppers' ? [] : [getAudience(upload)];
  const described = [mounts, privateMounts, missingTitle, owner, budget, ...audience];
  const content = JSON.stringify([Object.entries(hashes).sort(), ...described]);
  return `${packageVersion}-${crypto.createHash('sha256').update(content).digest('hex').slice(0, 10)}`;
};

/** Loads the build and renders its pages. If it does not run, the reasons begin with what its files show. */
const tryBuild = async (
  registry: Registry,
  { remote, files, ...upload }: ReleaseUpload,
  now: Date,
): Promise<DescribedModule> => {
  const { requires } = readManifest(files, 'web');
  const { entry, container } = readManifest(files, 'node');
  return registry.trial.describe(files, entry, container, getAudience(upload)).catch(async (error: unknown) => {
    if (!(error instanceof RegistryError)) throw error;
    const causes = await checkBuild(registry, { remote, requires, ...readImports(files) }, files, now);
    throw createRefusal([...causes, ...error.reasons]);
  });
};

const describeUpload = async (
  registry: Registry,
  upload: ReleaseUpload,
  version: string,
  by: string,
  now: Date,
): Promise<{ release: Release; stored: ReadonlyMap<string, Buffer>; failures: readonly string[] }> => {
  const { remote, files, audience, mounts, privateMounts, missingTitle, owner } = upload;
  const { entry, page, ...partBudget } = upload.budget ?? DEFAULT_BUDGET;
  const web = readManifest(files, 'web');
  const node = readManifest(files, 'node');
  const [{ module, pages, failures }, stored] = await Promise.all([
    tryBuild(registry, upload, now),
    addCompressedCopies(files),
  ]);
  const release: Release = {
    remote,
    version,
    publishedAt: now.toISOString(),
    publishedBy: by,
    ...(upload.source ? { source: upload.source } : {}),
    ...(owner === undefined ? {} : { owner }),
    budget: { entry, page },
    partBudget,
    ...(upload.checks ? { checks: upload.checks } : {}),
    ...(audience === undefined ? {} : { audience }),
    mounts: [...mounts],
    ...(privateMounts ? { privateMounts: [...privateMounts] } : {}),
    missingTitle,
    ...module,
    exposes: web.exposes,
    requires: web.requires,
    ...readImports(files),
    uses: readUses(files),
    trial: { pages, openedIn: upload.openedIn ?? NO_BROWSER },
    sizes: {
      entry: sumSizes(stored, [web.entry]),
      page: sumSizes(stored, [web.entry, ...web.scripts, ...web.styles]),
    },
    web: {
      entry: web.entry,
      container: web.container,
      scripts: web.scripts,
      styles: web.styles,
      chunks: web.chunks,
    },
    node: { entry: node.entry },
    files: Object.fromEntries([...stored].map(([name, content]) => [name, hashContent(content)])),
    bytes: Object.fromEntries([...stored].map(([name, { length }]) => [name, length])),
  };
  return { release, stored, failures };
};

/** Returns what failed in the publisher's browser. */
const checkPages = ({ requiresBrowser }: Registry, { openedIn, failures = [] }: ReleaseUpload): readonly string[] =>
  openedIn === undefined && requiresBrowser
    ? ['No browser has opened its pages. Publish it from a machine with Chromium, which CHROMIUM_PATH can name.']
    : failures;

const writeFiles = async (registry: Registry, prefix: string, files: ReadonlyMap<string, Buffer>): Promise<void> => {
  const limit = pLimit(MAX_CONCURRENT_WRITES);
  await limit.map(files, ([name, content]) => registry.storage.write(prefix + name, content));
};

/** @throws {RegistryError} `conflict` if a file would replace another one at the same address. */
const requireFreeNames = async (registry: Registry, release: Release): Promise<void> => {
  const taken = findTakenName(release, await registry.listReleases(release.remote as RemoteId)); // it was validated
  if (taken)
    throw new RegistryError(
      'conflict',
      `${taken.name} is already a file of ${release.remote} ${taken.version}, with other content; give it another name`,
    );
};

const storeRelease = async (
  registry: Registry,
  upload: ReleaseUpload,
  version: string,
  by: string,
  now: Date,
): Promise<Release> => {
  requireUpload(upload);
  requireHashes(upload.files, upload.hashes);
  const { remote } = upload;
  const unasked = checkGrant(await registry.readComposition(), upload);
  if (unasked.length > 0) throw createRefusal(unasked);
  const prefix = buildReleasePrefix(remote, version);
  const { release, stored, failures } = await describeUpload(registry, upload, version, by, now);

  // The claim fixes the files of the version before the first one is written, so that two concurrent publishers of one
  // version never mix their files.
  const claim = JSON.stringify({
    files: Object.entries(upload.hashes).sort(),
    mounts: upload.mounts,
  });
  const claimVersion = async (): Promise<boolean> =>
    (await registry.storage.create(`${prefix}claim.json`, claim)) ||
    (await registry.storage.read(`${prefix}claim.json`))?.body.toString() === claim;
  const published = await registry.readRelease(remote, version).catch((error: unknown) => {
    if (error instanceof RegistryError && error.code === 'unknown') return undefined;
    throw error;
  });
  if (!published) {
    await checkBeforePublish(registry, release, upload.files, now);
    await requireFreeNames(registry, release);
    // Last, because other checks explain the same failures better.
    const reasons = failures.length > 0 ? failures : checkPages(registry, upload);
    if (reasons.length > 0) throw createRefusal(reasons);
  }
  if (!(await claimVersion()))
    throw new RegistryError(
      'conflict',
      `${remote} ${version} is already published with other files; publish a new version`,
    );
  if (published) return published;

  await writeFiles(registry, prefix, stored);
  await registry.storage.create(`${prefix}release.json`, `${JSON.stringify(release, null, 1)}\n`);
  await registry.change((file) => unmarkGone(file, remote, version));
  return registry.readRelease(remote, version);
};

/**
 * Stores a built remote as an immutable release, without promoting it. Publishing the same files again changes
 * nothing, and completes what a killed process left behind.
 * @throws {RegistryError} `invalid`; `refused`, with reasons; `conflict` if that version, or the name of a file, exists
 * with other content.
 */
export const publishRelease = async (
  registry: Registry,
  upload: ReleaseUpload,
  by: string,
  now: Date,
): Promise<Release> => {
  requireNames(upload);
  const version = resolveVersion(upload);
  try {
    return await storeRelease(registry, upload, version, by, now);
  } catch (error) {
    if (error instanceof RegistryError && error.code === 'refused')
      throw createRefusal(error.reasons, { remote: upload.remote, version });
    throw error;
  }
};
