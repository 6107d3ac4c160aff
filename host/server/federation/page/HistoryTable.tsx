import type { HistoryEntry } from '@shop/federation/registry';
import type { Overview } from '../readOverview';
import { Action, Table, time, type Viewer } from './parts';

const ACTIONS: Readonly<Record<HistoryEntry['action'], string>> = { promote: 'made live', rollback: 'rolled back', canary: 'canary', 'end-canary': 'canary ended' };

/** Whether all of a change is still as it made it, and can be taken back by one press. */
const isPresent = ({ action, changes }: HistoryEntry, remotes: Overview['remotes']): boolean =>
  (action === 'promote' || action === 'canary') &&
  changes.every(({ remote, channel, from, to }) => {
    const overview = remotes.find((one) => one.remote === remote);
    return channel === 'canary' ? overview?.canary?.release.version === to : overview?.live?.release.version === to && from !== null && overview.earlier === from;
  });

function HistoryRow({ entry: { at, by, action, reason, changes }, mayTakeBack }: { readonly entry: HistoryEntry; readonly mayTakeBack: boolean }) {
  return (
    <tr>
      <td>
        <time dateTime={at}>{time(at)}</time>
      </td>
      <td>{ACTIONS[action]}</td>
      <td>
        {changes.map(({ remote, from, to, weight }) => (
          <div key={remote}>
            {remote}: {from ?? 'nothing'} → {to ?? 'nothing'}
            {weight === undefined ? '' : ` for ${weight} %`}
          </div>
        ))}
        {reason !== undefined && <span className={by === 'health' ? 'bad' : 'quiet'}>{reason}</span>}
      </td>
      <td>{by}</td>
      <td className="actions">{mayTakeBack && <Action action="take-back" fields={{ at }} label="Take back" />}</td>
    </tr>
  );
}

/** Who changed what, when and why; the newest first. */
export function HistoryTable({ history, remotes, viewer }: Pick<Overview, 'history' | 'remotes'> & { readonly viewer: Viewer | undefined }) {
  const mayTakeBack = (entry: HistoryEntry): boolean => isPresent(entry, remotes) && entry.changes.every(({ remote }) => viewer?.mayChange(remote));
  return (
    <Table id="history" title="History" columns={['When (UTC)', 'What', 'Releases', 'Who', 'Change']}>
      {history.map((entry) => (
        <HistoryRow key={`${entry.at} ${entry.changes.map(({ remote }) => remote).join(' ')}`} entry={entry} mayTakeBack={mayTakeBack(entry)} />
      ))}
    </Table>
  );
}
