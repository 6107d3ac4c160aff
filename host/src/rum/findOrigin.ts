import { RemoteUnavailableError } from '@shop/runtime/browser';
import type { ReleaseEntry } from '@shop/runtime/composition';
import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { SliceError } from '@shop/shared/state';
import type { Remotes } from '../remotes/Remotes';

/** Remote and release that raised an error; null if none can have. */
export interface ErrorOrigin {
  readonly remote: RemoteId | null;
  readonly release: string | null;
}

type PageReleases = Pick<Remotes, 'composition' | 'mounted' | 'findByPath'>;
let pageReleases: PageReleases = { composition: {}, mounted: new Map(), findByPath: () => undefined };

/** Sets the releases to which errors are attributed. */
export const setPageReleases = (releases: PageReleases): void => {
  pageReleases = releases;
};

/** Files are named by their content, so the path names only their remote. */
const RELEASED_FILE = /\/remotes\/(?<remote>[\w-]+)\/(?<file>[^/\s?:]+)/;

/** Returns the files that the release's entry lists (federation/build/webpack/releaseEntry); none if it is missing. */
const listFiles = ({ container }: ReleaseEntry): readonly unknown[] => {
  const entry: unknown = Reflect.get(window, container);
  return typeof entry === 'object' && entry !== null && 'files' in entry && Array.isArray(entry.files)
    ? entry.files
    : [];
};

/**
 * Finds the release of a file. If a stand-in was loaded and both releases have the file, it belongs to the mounted one.
 */
const findRelease = (remote: RemoteId, file: string): string | null => {
  const live = pageReleases.composition[remote];
  const mounted = pageReleases.mounted.get(remote);
  const owners = [live, live?.previous]
    .filter((release) => release !== undefined)
    .filter((release) => release.entry.endsWith(`/${file}`) || listFiles(release).includes(file));
  return (owners.find(({ version }) => version === mounted) ?? owners[0])?.version ?? mounted ?? live?.version ?? null;
};

const NO_ORIGIN: ErrorOrigin = { remote: null, release: null };

/** Returns the release of the remote whose page is open. */
const findPageRelease = (): ErrorOrigin => {
  const remote = pageReleases.findByPath(window.location.pathname);
  const release = remote && (pageReleases.mounted.get(remote) ?? pageReleases.composition[remote]?.version);
  return remote && release !== undefined ? { remote, release } : NO_ORIGIN;
};

/**
 * Returns the likeliest causes of damage to the page: of its mounted releases those that are new, or else the last one.
 * Damage may appear when a page of another remote is open.
 */
export const findSuspects = (): readonly ErrorOrigin[] => {
  const mounted = [...pageReleases.mounted].map(([remote, release]) => ({ remote, release }));
  const isNew = ({ remote, release }: (typeof mounted)[number]): boolean =>
    pageReleases.composition[remote]?.version === release && pageReleases.composition[remote].isNew === true;
  const suspects = mounted.filter(isNew);
  return suspects.length > 0 ? suspects : [mounted.at(-1) ?? findPageRelease()];
};

/**
 * Returns the origin named by the error, else that of the innermost released file in its stack, else the page's
 * release: the shell's code rarely fails by itself.
 */
export const findOrigin = (error: unknown, file = ''): ErrorOrigin => {
  if (error instanceof RemoteUnavailableError) return { remote: error.remote, release: error.release ?? null };
  if (error instanceof SliceError && isRemoteId(error.owner))
    return { remote: error.owner, release: pageReleases.mounted.get(error.owner) ?? null };
  const found = RELEASED_FILE.exec(error instanceof Error ? (error.stack ?? '') : file)?.groups;
  const { remote = '', file: name = '' } = found ?? {};
  return isRemoteId(remote) ? { remote, release: findRelease(remote, name) } : findPageRelease();
};
