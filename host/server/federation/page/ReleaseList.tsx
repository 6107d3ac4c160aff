import type { Release } from '@shop/registry';
import type { RemoteDetails } from '../readRemoteDetails';
import { pluralize } from './formats';
import { Action, buildDiffPath, buildRemotePath, type Viewer } from './parts';
import { ReleaseFacts } from './ReleaseFacts';

interface ReleaseListProps {
  readonly details: RemoteDetails;
  readonly viewer: Viewer | undefined;
}

/** Returns the release's current role, such as "live" or "canary, 10 %". */
const getStatus = (
  { version }: Release,
  { overview: { live, canary, previousVersion } }: RemoteDetails,
): string | undefined => {
  if (version === live?.release.version) return 'live';
  if (version === canary?.release.version) return `canary, ${canary.weight} %`;
  return version === previousVersion ? 'rollback target' : undefined;
};

function ReleaseItem({ release, details, viewer }: ReleaseListProps & { readonly release: Release }) {
  const { remote, version, source } = release;
  const status = getStatus(release, details);
  const live = details.overview.live?.release.version;
  const canChange = viewer?.canChange(remote) ?? false;
  return (
    <li>
      <div className="release-head">
        <h3>
          <span className="version">{version}</span>{' '}
          {status !== undefined && <span className={status === 'live' ? 'badge live' : 'badge'}>{status}</span>}
        </h3>
        <div className="buttons">
          {live !== undefined && live !== version && (
            <a className="button" href={buildDiffPath(remote, live, version)}>
              Compare with live<span className="unseen"> {version}</span>
            </a>
          )}
          {canChange && (
            <Action action="link" fields={{ remote, version, view: remote }} label="Preview link" subject={version} />
          )}
          {canChange && status !== 'live' && (
            <Action action="promote" fields={{ remote, version, view: remote }} label="Promote" subject={version} />
          )}
        </div>
      </div>
      {source?.reason !== undefined && <p className="reason">{source.reason}</p>}
      <ReleaseFacts release={release} />
    </li>
  );
}

/** The releases of a remote, newest first, paginated. */
export function ReleaseList({ details, viewer }: ReleaseListProps) {
  const { overview, releases, releaseCount, page, pages } = details;
  const buildPageHref = (number: number): string => `${buildRemotePath(overview.remote)}?page=${number}#releases`;
  return (
    <section aria-labelledby="releases">
      <h2 id="releases">Releases</h2>
      <p className="quiet note">
        {pluralize(releaseCount, 'release')}, newest first{pages > 1 ? `; page ${page} of ${pages}` : ''}. Sizes are
        after brotli compression.
      </p>
      <ol className="releases">
        {releases.map((release) => (
          <ReleaseItem key={release.version} release={release} details={details} viewer={viewer} />
        ))}
      </ol>
      {pages > 1 && (
        <nav aria-label="Pages of releases" className="pager">
          {page > 1 && <a href={buildPageHref(page - 1)}>Newer releases</a>}{' '}
          {page < pages && <a href={buildPageHref(page + 1)}>Older releases</a>}
        </nav>
      )}
    </section>
  );
}
