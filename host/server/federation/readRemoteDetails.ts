import {
  listPreviewLinks,
  RegistryError,
  type CompositionFile,
  type PreviewLink,
  type Registry,
  type Release,
} from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';
import { readRemoteOverview, type Health, type RemoteOverview } from './readOverview';

const RELEASES_PER_PAGE = 20;

/** Data of the page of one remote. */
export interface RemoteDetails {
  readonly overview: RemoteOverview;
  /** The current page of releases, newest first. */
  readonly releases: readonly Release[];
  readonly releaseCount: number;
  readonly page: number;
  readonly pages: number;
  readonly links: readonly PreviewLink[];
}

/** @throws {RegistryError} `unknown` if there is no such remote. */
export const readRemoteDetails = async (
  registry: Registry,
  file: CompositionFile,
  health: Health,
  remote: RemoteId,
  requestedPage: number,
  now: Date,
): Promise<RemoteDetails> => {
  const releases = await registry.listReleases(remote);
  if (releases.length === 0) throw new RegistryError('unknown', `There is no remote ${remote}`);
  const pages = Math.ceil(releases.length / RELEASES_PER_PAGE);
  const page = Math.min(Math.max(1, requestedPage), pages);
  return {
    overview: await readRemoteOverview(registry, file, health, remote),
    releases: releases.slice((page - 1) * RELEASES_PER_PAGE, page * RELEASES_PER_PAGE),
    releaseCount: releases.length,
    page,
    pages,
    links: listPreviewLinks(file, now).filter((link) => link.remote === remote),
  };
};
