import { isInForce, type FreezeWindow } from '@shop/registry';
import type { RemoteId } from '@shop/runtime/remotes';
import { formatTime } from './formats';
import { Action, RemoteSelect, Table, type Viewer } from './parts';

const canEnd = ({ isOperators, remotes = [] }: FreezeWindow, viewer: Viewer | undefined): boolean =>
  viewer !== undefined && (viewer.isOperator || (!isOperators && remotes.every(viewer.canChange)));

function FreezeRow({
  window,
  viewer,
  now,
}: {
  readonly window: FreezeWindow;
  readonly viewer: Viewer | undefined;
  readonly now: Date;
}) {
  const { id, from, to, remotes, reason, by } = window;
  return (
    <tr>
      <th scope="row">{remotes?.join(', ') ?? 'all remotes'}</th>
      <td>
        <time dateTime={from}>{formatTime(from)}</time> to <time dateTime={to}>{formatTime(to)}</time>{' '}
        {isInForce(window, now) && <span className="weight">in force</span>}
      </td>
      <td>{reason}</td>
      <td>{by}</td>
      <td className="actions">
        {canEnd(window, viewer) && (
          <Action action="end-freeze" fields={{ id }} label={isInForce(window, now) ? 'End' : 'Cancel'} />
        )}
      </td>
    </tr>
  );
}

function FreezeForm({ remotes, viewer }: { readonly remotes: readonly RemoteId[]; readonly viewer: Viewer }) {
  return (
    <form method="post" action="/federation/freeze" className="policy">
      <RemoteSelect remotes={remotes} viewer={viewer} />
      <label>
        From (UTC) <input name="from" type="datetime-local" required />
      </label>
      <label>
        To (UTC) <input name="to" type="datetime-local" required />
      </label>
      <label>
        Reason <input name="reason" maxLength={200} required />
      </label>
      <button type="submit">Freeze</button>
    </form>
  );
}

interface FreezeWindowsProps {
  readonly freezes: readonly FreezeWindow[];
  readonly remotes: readonly RemoteId[];
  readonly viewer: Viewer | undefined;
  readonly now: Date;
}

/** Current and upcoming freeze windows, in which nothing goes live. */
export function FreezeWindows({ freezes, remotes, viewer, now }: FreezeWindowsProps) {
  return (
    <>
      <Table id="freezes" title="Freeze windows" columns={['Remotes', 'When (UTC)', 'Reason', 'Who', 'Change']}>
        {freezes.map((window) => (
          <FreezeRow key={window.id} window={window} viewer={viewer} now={now} />
        ))}
      </Table>
      {viewer && remotes.some(viewer.canChange) && <FreezeForm remotes={remotes} viewer={viewer} />}
    </>
  );
}
