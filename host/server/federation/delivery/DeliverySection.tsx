import type { HistoryEntry } from '@shop/federation/registry';
import type { ReactNode } from 'react';
import { duration, minute, percent } from '../page/formats';
import { Table } from '../page/parts';
import { countDelivery } from './deliveryFigures';

const DAY_MS = 86_400_000;
const SHORT_DAYS = 7;
const LONG_DAYS = 30;

interface DeliverySectionProps {
  /** The oldest first. */
  readonly history: readonly HistoryEntry[];
  readonly remotes: readonly string[];
  readonly now: Date;
}

/** Where changes are forgotten that belong to the period: since when they are known. */
const sinceNote = (history: readonly HistoryEntry[], now: Date): string => {
  const [oldest] = history;
  return oldest !== undefined && now.getTime() - new Date(oldest.at).getTime() < LONG_DAYS * DAY_MS
    ? ` The history begins at ${minute(oldest.at)} UTC.`
    : '';
};

function Row({
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
  const since = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const [week, month] = [
    countDelivery(history, since(SHORT_DAYS), remote),
    countDelivery(history, since(LONG_DAYS), remote),
  ];
  const none = <span className="quiet">–</span>;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{week.deployments}</td>
      <td className="number">{month.deployments}</td>
      <td className="number">{((month.deployments / LONG_DAYS) * SHORT_DAYS).toFixed(1)}</td>
      <td className="number">
        {month.deployments === 0 ? none : `${percent((month.failures / month.deployments) * 100)} (${month.failures})`}
      </td>
      <td className="number">{month.timeToRestore === undefined ? none : duration(month.timeToRestore)}</td>
      <td className="number">{month.stoppedCanaries}</td>
    </tr>
  );
}

/** How often releases go live, how many are rolled back, and how long that takes. */
export function DeliverySection({ history, remotes, now }: DeliverySectionProps) {
  const note = (
    <>
      A deployment is a release that went live for everybody; it failed if the next change of that remote rolled it
      back. Time to restore is the median time from a failed release going live to its rollback. Stopped canaries, and
      first steps of releases, were taken back because of their health. Lead time is not known: releases do not carry
      the time of their commit.{sinceNote(history, now)}
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
        <Row key={remote} name={remote} history={history} remote={remote} now={now} />
      ))}
      {remotes.length > 1 && <Row name="All together" history={history} now={now} />}
    </Table>
  );
}
