import { RemoteUnavailableError } from '@shop/federation/browser';
import type { ReleaseEntry } from '@shop/federation/composition';
import { isRemoteId, type RemoteId } from '@shop/federation/remotes';
import type { Remotes } from '../remotes/Remotes';

/** Whose code it was. */
export interface ErrorOrigin {
  readonly remote: RemoteId | null;
  readonly release: string | null;
}

type PageReleases = Pick<Remotes, 'composition' | 'mounted'>;
let pageReleases: PageReleases = { composition: {}, mounted: new Map() };

/** From now on errors are told with the releases of this page. */
export const setPageReleases = (releases: PageReleases): void => {
  pageReleases = releases;
};

/** At its address a file names its remote only; one of a release of before also names the release. */
const RELEASED_FILE = /\/remotes\/(?<remote>[\w-]+)\/(?:(?<release>[^/\s]+)\/)?(?<file>[^/\s?:]+)/;

/** What the release's entry says of itself (federation/build/releaseEntry.ts); nothing where it did not come. */
const listFiles = ({ container }: ReleaseEntry): readonly unknown[] => {
  const entry: unknown = Reflect.get(window, container);
  return typeof entry === 'object' && entry !== null && 'files' in entry && Array.isArray(entry.files)
    ? entry.files
    : [];
};

/**
 * Two releases of a remote may be in one page, where one stands in for the other: a file that they share is the mounted
 * one's.
 */
const findRelease = (remote: RemoteId, file: string): string | null => {
  const live = pageReleases.composition[remote];
  const mounted = pageReleases.mounted.get(remote);
  const owners = [live, live?.previous]
    .filter((release) => release !== undefined)
    .filter((release) => release.entry.endsWith(`/${file}`) || listFiles(release).includes(file));
  return (owners.find(({ version }) => version === mounted) ?? owners[0])?.version ?? mounted ?? live?.version ?? null;
};

/** Whose code failed: as the error says, else the innermost released file of its stack. */
export const findOrigin = (error: unknown, file = ''): ErrorOrigin => {
  if (error instanceof RemoteUnavailableError) return { remote: error.remote, release: error.release ?? null };
  const found = RELEASED_FILE.exec(error instanceof Error ? (error.stack ?? '') : file)?.groups;
  const { remote = '', release, file: name = '' } = found ?? {};
  if (!isRemoteId(remote)) return { remote: null, release: null };
  return { remote, release: release === undefined ? findRelease(remote, name) : decodeURIComponent(release) };
};
