import type { Release } from '@shop/federation/registry';
import type { Overview, RemoteOverview } from '../readOverview';
import { Action, kilobytes, time, type Viewer } from './parts';

function ReleaseList({ overview: { remote, releases, live, canary }, viewer }: { readonly overview: RemoteOverview; readonly viewer: Viewer | undefined }) {
  const may = viewer?.mayChange(remote) ?? false;
  const markOf = ({ version }: Release): string => (version === live?.release.version ? 'live' : version === canary?.release.version ? `canary ${canary.weight} %` : '');
  return (
    <details>
      <summary>
        {remote}: {releases.length === 1 ? 'one release' : `${releases.length} releases`}
      </summary>
      <ul className="releases">
        {releases.map((release) => (
          <li key={release.version}>
            <span>
              <b className="version">{release.version}</b> <span className="quiet">{`${time(release.publishedAt)} by ${release.publishedBy}, ${kilobytes(release.sizes.page)}`}</span> <em>{markOf(release)}</em>
            </span>
            {may && markOf(release) === '' && <Action action="promote" fields={{ remote, version: release.version }} label="Make live" />}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The newest releases of each remote. */
export function ReleaseLists({ remotes, viewer }: Pick<Overview, 'remotes'> & { readonly viewer: Viewer | undefined }) {
  return (
    <>
      <h2>Releases</h2>
      {remotes.map((overview) => (
        <ReleaseList key={overview.remote} overview={overview} viewer={viewer} />
      ))}
    </>
  );
}
