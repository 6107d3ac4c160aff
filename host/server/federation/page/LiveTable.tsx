import { errorRate, p75, type Sums } from '@shop/federation/registry';
import type { Overview, RemoteOverview, ShownRelease } from '../readOverview';
import { Action, kilobytes, Table, time, type Viewer } from './parts';

/** From so many failed visits in a hundred on it is told in red. */
const BAD_RATE = 1;

function Health({ health }: { readonly health: Sums }) {
  if (health.visits === 0) return <span className="quiet">no visits in the last hour</span>;
  const failed = errorRate(health);
  const [lcp, inp] = [p75(health.lcp), p75(health.inp)];
  return (
    <span className={failed >= BAD_RATE ? 'bad' : 'good'}>
      {health.visits} visits, {failed.toFixed(1)} % failed{lcp === null ? '' : `, LCP ${lcp} ms`}
      {inp === null ? '' : `, INP ${inp} ms`}
    </span>
  );
}

function ReleaseName({ shown: { release, health } }: { readonly shown: ShownRelease }) {
  return (
    <>
      <b className="version">{release.version}</b>
      <br />
      <span className="quiet">
        {time(release.publishedAt)} by {release.publishedBy}, {kilobytes(release.sizes.page)}
      </span>
      <br />
      <Health health={health} />
    </>
  );
}

function LiveRow({ overview: { remote, live, canary, earlier }, viewer }: { readonly overview: RemoteOverview; readonly viewer: Viewer | undefined }) {
  const may = viewer?.mayChange(remote) ?? false;
  return (
    <tr>
      <th scope="row">
        {remote}
        <br />
        <span className="quiet">{(live ?? canary)?.release.mounts.join(' ')}</span>
      </th>
      <td>{live ? <ReleaseName shown={live} /> : 'nothing is live'}</td>
      <td>
        {canary ? (
          <>
            <span className="weight">{canary.weight} %</span> <ReleaseName shown={canary} />
          </>
        ) : (
          <span className="quiet">none</span>
        )}
      </td>
      <td className="actions">
        {may && canary && <Action action="promote" fields={{ remote, version: canary.release.version }} label="Make the canary live" strong />}
        {may && canary && <Action action="end-canary" fields={{ remote }} label="End the canary" />}
        {may && earlier !== undefined && <Action action="rollback" fields={{ remote, to: earlier }} label={`Roll back to ${earlier}`} />}
      </td>
    </tr>
  );
}

/** What visitors get of each remote, and how it does. */
export function LiveTable({ remotes, viewer }: Pick<Overview, 'remotes'> & { readonly viewer: Viewer | undefined }) {
  return (
    <Table id="live" title="Live" columns={['Remote', 'Live', 'Canary', 'Change']}>
      {remotes.map((overview) => (
        <LiveRow key={overview.remote} overview={overview} viewer={viewer} />
      ))}
    </Table>
  );
}
