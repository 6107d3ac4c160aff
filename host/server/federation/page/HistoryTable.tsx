import type { HistoryEntry, Release } from '@shop/registry';
import type { RemoteOverview, ShownChange } from '../readOverview';
import { formatKilobytes, formatTime } from './formats';
import { Action, buildDiffPath, buildRemotePath, Table, type Viewer } from './parts';
import { Commit, RunLink } from './ReleaseFacts';

const ACTIONS: Readonly<Record<HistoryEntry['action'], string>> = {
  promote: 'promoted',
  rollback: 'rolled back',
  canary: 'canary',
  'end-canary': 'canary ended',
  retire: 'retired',
};

/** True if all of the change is still in effect, so that one click can revert it. */
const isCurrent = ({ action, changes }: HistoryEntry, remotes: readonly RemoteOverview[]): boolean =>
  (action === 'promote' || action === 'canary' || action === 'retire') &&
  changes.every(({ remote, channel, from, to }) => {
    const overview = remotes.find((one) => one.remote === remote);
    if (action === 'retire') return overview !== undefined && overview.live === undefined;
    return channel === 'canary'
      ? overview?.canary?.release.version === to
      : overview?.live?.release.version === to && from !== null && overview.previousVersion === from;
  });

/** Source and purpose of a release in one line. */
function Origin({ release: { source = {}, sizes, checks, trial } }: { readonly release: Release }) {
  return (
    <span className="quiet origin">
      {source.reason !== undefined && <span className="reason">{source.reason}</span>}
      {source.commit !== undefined && <Commit source={source} />}
      {source.author !== undefined && <span>{source.author}</span>}
      {source.url !== undefined && <RunLink url={source.url} />}
      <span>first page {formatKilobytes(sizes.page)}</span>
      {trial && <span>{trial.pages} pages tested</span>}
      {checks === 'skipped' && <span className="bad">checks skipped</span>}
    </span>
  );
}

function HistoryRow({
  shown: { entry, releases },
  canRevert,
  view,
}: {
  readonly shown: ShownChange;
  readonly canRevert: boolean;
  readonly view: string | undefined;
}) {
  const { id, at, by, action, reason, changes } = entry;
  return (
    <tr>
      <td>
        <time dateTime={at}>{formatTime(at)}</time>
      </td>
      <td>
        <span className={`badge ${action}`}>{ACTIONS[action]}</span>
      </td>
      <td>
        {changes.map(({ remote, channel, from, to, weight }) => {
          const release = releases.find((one) => one.remote === remote && one.version === to);
          return (
            <div key={`${remote} ${channel}`}>
              <a href={buildRemotePath(remote)}>{remote}</a>: {from ?? 'nothing'} → {to ?? 'nothing'}
              {weight === undefined ? '' : ` for ${weight} %`}{' '}
              {from !== null && release && from !== to && (
                <a href={buildDiffPath(remote, from, release.version)} className="quiet">
                  what changed
                  <span className="unseen">
                    {' '}
                    from {from} to {release.version}
                  </span>
                </a>
              )}
              {release && <Origin release={release} />}
            </div>
          );
        })}
        {reason !== undefined && <div className={by === 'health' ? 'bad' : 'because'}>{reason}</div>}
      </td>
      <td>{by}</td>
      <td className="actions">
        {canRevert && id !== undefined && (
          <Action action="revert" fields={{ id, ...(view === undefined ? {} : { view }) }} label="Revert" />
        )}
      </td>
    </tr>
  );
}

interface HistoryTableProps {
  readonly changes: readonly ShownChange[];
  readonly remotes: readonly RemoteOverview[];
  readonly viewer: Viewer | undefined;
  /** Set on the page of one remote, to return there. */
  readonly view?: string;
}

/** History of changes, newest first. */
export function HistoryTable({ changes, remotes, viewer, view }: HistoryTableProps) {
  const canRevert = (entry: HistoryEntry): boolean =>
    isCurrent(entry, remotes) && entry.changes.every(({ remote }) => viewer?.canChange(remote));
  return (
    <Table id="history" title="History" columns={['When (UTC)', 'What', 'Releases', 'Who', 'Change']}>
      {changes.map((shown) => (
        <HistoryRow
          key={`${shown.entry.id ?? shown.entry.at} ${shown.entry.action} ${shown.entry.changes.map(({ remote }) => remote).join(' ')}`}
          shown={shown}
          canRevert={canRevert(shown.entry)}
          view={view}
        />
      ))}
    </Table>
  );
}
