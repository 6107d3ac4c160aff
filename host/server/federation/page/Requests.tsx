import type { GoLiveRequest } from '@shop/registry';
import { formatTime } from './formats';
import { Action, Table, type Viewer } from './parts';

function RequestRow({
  request: { id, kind, set, weight, by, at, expiresAt, reason },
  viewer,
}: {
  readonly request: GoLiveRequest;
  readonly viewer: Viewer | undefined;
}) {
  const canChange = viewer !== undefined && Object.keys(set).every(viewer.canChange);
  return (
    <tr>
      <th scope="row">
        {Object.entries(set).map(([remote, version]) => (
          <div key={remote}>
            {remote} {version}
          </div>
        ))}
      </th>
      <td>
        {kind === 'canary' ? `canary for ${weight ?? 0} %` : 'live'}{' '}
        {reason !== undefined && <span className="quiet">{reason}</span>}
      </td>
      <td>{by}</td>
      <td>
        <time dateTime={at}>{formatTime(at)}</time> until <time dateTime={expiresAt}>{formatTime(expiresAt)}</time>
      </td>
      <td className="actions">
        {canChange && viewer.name !== by && <Action action="approve" fields={{ id }} label="Approve" strong />}
        {canChange && <Action action="decline" fields={{ id }} label="Decline" />}
      </td>
    </tr>
  );
}

/** Requests that wait for approval by a second person. */
export function Requests({
  requests,
  viewer,
}: {
  readonly requests: readonly GoLiveRequest[];
  readonly viewer: Viewer | undefined;
}) {
  if (requests.length === 0) return null;
  return (
    <Table
      id="requests"
      title="Waiting for approval"
      columns={['Releases', 'Change to', 'Requested by', 'When (UTC)', 'Change']}
    >
      {requests.map((request) => (
        <RequestRow key={request.id} request={request} viewer={viewer} />
      ))}
    </Table>
  );
}
