import { errorRate, p75, p75Cls, type Sums } from '@shop/registry';
import { getAudience } from '@shop/runtime/remotes';
import type { RemoteOverview, ShownRelease } from '../readOverview';
import { formatCount, formatKilobytes, formatMilliseconds, formatMinute, formatPercent, pluralize } from './formats';
import { Action, buildDiffPath, buildRemotePath, Table, type Viewer } from './parts';

/** Error rates from this percentage on are shown in red. */
const BAD_ERROR_PERCENT = 1;

/** Failures of one network have no effect, however many there are (decision 0052). */
const formatNetworks = ({ failuresByNetwork = {} }: Sums): string => {
  const networks = Object.keys(failuresByNetwork).length;
  return networks === 0 ? '' : ` in ${pluralize(networks, 'network')}`;
};

function Health({ health }: { readonly health: Sums }) {
  if (health.visits === 0) return <span className="quiet line-of-text">no visits in the last hour</span>;
  const failed = errorRate(health);
  const [lcp, inp, cls] = [p75(health.lcp), p75(health.inp), p75Cls(health.cls)];
  return (
    <span className={failed >= BAD_ERROR_PERCENT ? 'bad line-of-text' : 'good line-of-text'}>
      {formatCount(health.visits)} visits, {formatPercent(failed)} failed
      {formatNetworks(health)}
      {lcp === null ? '' : `, LCP ${formatMilliseconds(lcp)}`}
      {inp === null ? '' : `, INP ${formatMilliseconds(inp)}`}
      {cls === null ? '' : `, CLS ${cls}`}
    </span>
  );
}

function ReleaseName({ shown: { release, health } }: { readonly shown: ShownRelease }) {
  return (
    <>
      <b className="version">{release.version}</b>
      {release.source?.reason !== undefined && <span className="reason">{release.source.reason}</span>}
      <span className="quiet line-of-text">
        {formatMinute(release.publishedAt)} by {release.publishedBy}, {formatKilobytes(release.sizes.page)}
        {release.checks === 'skipped' ? ', checks skipped' : ''}
      </span>
      <Health health={health} />
    </>
  );
}

interface LiveTableProps {
  readonly remotes: readonly RemoteOverview[];
  readonly viewer: Viewer | undefined;
  /** Set on the page of one remote, to return there. */
  readonly view?: string;
}

function LiveRow({
  overview: { remote, live, canary, previousVersion },
  viewer,
  view,
}: { readonly overview: RemoteOverview } & Omit<LiveTableProps, 'remotes'>) {
  const canChange = viewer?.canChange(remote) ?? false;
  const viewField: Readonly<Record<string, string>> = view === undefined ? {} : { view };
  const shown = (live ?? canary)?.release;
  return (
    <tr>
      <th scope="row">
        {view === undefined ? <a href={buildRemotePath(remote)}>{remote}</a> : remote}
        <span className="quiet line-of-text">{shown?.mounts.join(' ')}</span>
        {shown && <span className="quiet line-of-text">for {getAudience(shown)}</span>}
        {shown?.owner !== undefined && <span className="quiet line-of-text">{shown.owner}</span>}
      </th>
      <td>{live ? <ReleaseName shown={live} /> : 'nothing is live'}</td>
      <td>
        {canary ? (
          <>
            <span className="weight">{canary.weight} %</span>{' '}
            {canary.step !== undefined && <span className="quiet">{canary.step}, promoted in steps</span>}{' '}
            <ReleaseName shown={canary} />
            {live && (
              <a href={buildDiffPath(remote, live.release.version, canary.release.version)}>What changed since live</a>
            )}
          </>
        ) : (
          <span className="quiet">none</span>
        )}
      </td>
      <td className="actions">
        {canChange && canary && (
          <Action
            action="promote"
            fields={{ remote, version: canary.release.version, ...viewField }}
            label="Promote the canary"
            strong
          />
        )}
        {canChange && canary && <Action action="end-canary" fields={{ remote, ...viewField }} label="End the canary" />}
        {canChange && previousVersion !== undefined && (
          <Action
            action="rollback"
            fields={{ remote, to: previousVersion, ...viewField }}
            label={`Roll back to ${previousVersion}`}
          />
        )}
      </td>
    </tr>
  );
}

/** Live and canary releases of each remote with their health. */
export function LiveTable({ remotes, viewer, ...viewProps }: LiveTableProps) {
  return (
    <Table id="live" title="Live" columns={['Remote', 'Live', 'Canary', 'Change']}>
      {remotes.map((overview) => (
        <LiveRow key={overview.remote} overview={overview} viewer={viewer} {...viewProps} />
      ))}
    </Table>
  );
}
