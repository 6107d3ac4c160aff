import {
  listPreviewLinks,
  RegistryError,
  type CompositionFile,
  type HistoryEntry,
  type Hour,
  type PreviewLink,
  type Release,
} from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';
import type { ReleaseServices } from '../releases/releaseServices';
import { readRemoteOverview, type Health, type RemoteOverview } from './readOverview';
import { getPeriodStart, type Period } from './trends/toSeries';

const RELEASES_PER_PAGE = 20;

/** Data of the page of one remote. */
export interface RemoteDetails {
  readonly overview: RemoteOverview;
  /** The current page of releases, newest first. */
  readonly releases: readonly Release[];
  readonly releaseCount: number;
  readonly page: number;
  readonly pages: number;
  /** Of all remotes, oldest first. */
  readonly history: readonly HistoryEntry[];
  readonly hours: readonly Hour[];
  readonly links: readonly PreviewLink[];
}

/** @throws {RegistryError} `unknown` if there is no such remote. */
export const readRemoteDetails = async (
  { registry, health }: ReleaseServices,
  file: CompositionFile,
  lastHour: Health,
  remote: RemoteId,
  requestedPage: number,
  period: Period,
  now: Date,
): Promise<RemoteDetails> => {
  const [releases, hours] = await Promise.all([
    registry.listReleases(remote),
    health.trends.read(new Date(getPeriodStart(period, now))),
  ]);
  if (releases.length === 0) throw new RegistryError('unknown', `There is no remote ${remote}`);
  const pages = Math.ceil(releases.length / RELEASES_PER_PAGE);
  const page = Math.min(Math.max(1, requestedPage), pages);
  return {
    overview: await readRemoteOverview(registry, file, lastHour, remote),
    releases: releases.slice((page - 1) * RELEASES_PER_PAGE, page * RELEASES_PER_PAGE),
    releaseCount: releases.length,
    page,
    pages,
    history: file.history,
    hours,
    links: listPreviewLinks(file, now).filter((link) => link.remote === remote),
  };
};
