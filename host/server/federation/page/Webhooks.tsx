import type { DeliveryStatus, Webhook } from '@shop/registry';
import { formatTime } from './formats';
import { Action, Table } from './parts';

const OUTCOMES: Readonly<Record<DeliveryStatus['outcome'], string>> = {
  delivered: 'delivered',
  retried: 'failed, will be retried',
  'given-up': 'failed permanently',
};

function Status({ status }: { readonly status: DeliveryStatus }) {
  const { at, event, remote, version, outcome, attempts, detail } = status;
  return (
    <div className={outcome === 'delivered' ? 'good' : 'bad'}>
      {`${event} of ${remote} ${version ?? ''} ${OUTCOMES[outcome]} at ${formatTime(at)}`}
      {outcome === 'delivered' ? '' : ` (attempt ${attempts}${detail === undefined ? '' : `: ${detail}`})`}
    </div>
  );
}

function WebhookRow({
  webhook: { id, origin, remotes, events, by, pending, last, lastGivenUp },
}: {
  readonly webhook: Webhook;
}) {
  return (
    <tr>
      <th scope="row">
        {origin}
        <br />
        <span className="quiet">
          {id} by {by}
        </span>
      </th>
      <td>{remotes?.join(', ') ?? 'all remotes'}</td>
      <td>{events.join(', ')}</td>
      <td>
        {last ? <Status status={last} /> : <span className="quiet">no delivery yet</span>}
        {lastGivenUp && lastGivenUp.at !== last?.at && <Status status={lastGivenUp} />}
        {pending > 0 && <span className="quiet">{pending} waiting</span>}
      </td>
      <td className="actions">
        <Action action="test-webhook" fields={{ id }} label="Send a test" />
        <Action action="remove-webhook" fields={{ id }} label="Remove" />
      </td>
    </tr>
  );
}

/**
 * Webhooks and the status of their last delivery. Webhooks are added on the command line, which shows the secret once.
 */
export function Webhooks({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <Table id="webhooks" title="Webhooks" columns={['URL', 'Remotes', 'Events', 'Last delivery (UTC)', 'Change']}>
      {webhooks.map((webhook) => (
        <WebhookRow key={webhook.id} webhook={webhook} />
      ))}
    </Table>
  );
}
