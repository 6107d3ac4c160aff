import type { HistoryEntry } from '@shop/registry';
import type { ReactNode } from 'react';
import { formatDuration, formatMinute, formatPercent } from '../page/formats';
import { Table } from '../page/parts';
import { computeDeliveryFigures } from './deliveryFigures';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

interface DeliverySectionProps {
  /** Oldest first. */
  readonly history: readonly HistoryEntry[];
  readonly remotes: readonly string[];
  readonly now: Date;
}

/** Says where the history begins if it does not cover the whole period. */
const formatHistoryStart = (history: readonly HistoryEntry[], now: Date): string => {
  const [oldest] = history;
  return oldest !== undefined && now.getTime() - new Date(oldest.at).getTime() < MONTH_DAYS * DAY_MS
    ? ` The history begins at ${formatMinute(oldest.at)} UTC.`
    : '';
};

function DeliveryRow({
  name,
  history,
  remote,
  now,
}: {
  readonly name: ReactNode;
  readonly history: readonly HistoryEntry[];
  readonly remote?: string;
  readonly now: Date;
}) {
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const [week, month] = [
    computeDeliveryFigures(history, daysAgo(WEEK_DAYS), remote),
    computeDeliveryFigures(history, daysAgo(MONTH_DAYS), remote),
  ];
  const none = <span className="quiet">–</span>;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{week.deployments}</td>
      <td className="number">{month.deployments}</td>
      <td className="number">{((month.deployments / MONTH_DAYS) * WEEK_DAYS).toFixed(1)}</td>
      <td className="number">
        {month.deployments === 0
          ? none
          : `${formatPercent((month.failures / month.deployments) * 100)} (${month.failures})`}
      </td>
      <td className="number">{month.timeToRestoreMs === undefined ? none : formatDuration(month.timeToRestoreMs)}</td>
      <td className="number">{month.stoppedCanaries}</td>
    </tr>
  );
}

/** Deployment frequency, failure rate and time to restore per remote. */
export function DeliverySection({ history, remotes, now }: DeliverySectionProps) {
  const note = (
    <>
      A deployment is a release that went live for all visitors. It failed if the next change of that remote rolled it
      back. Time to restore is the median time from a failed release going live to its rollback. Stopped canaries and
      ramps were ended because of their health. Lead time is unknown because releases do not record the time of their
      commit.{formatHistoryStart(history, now)}
    </>
  );
  const columns = [
    'Remote',
    'Deployments, 7 days',
    '30 days',
    'Per week',
    'Change failure rate, 30 days',
    'Time to restore, 30 days',
    'Stopped canaries, 30 days',
  ];
  return (
    <Table id="delivery" title="Delivery" note={note} columns={columns}>
      {remotes.map((remote) => (
        <DeliveryRow key={remote} name={remote} history={history} remote={remote} now={now} />
      ))}
      {remotes.length > 1 && <DeliveryRow name="All remotes" history={history} now={now} />}
    </Table>
  );
}
