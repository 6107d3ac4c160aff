import type { HistoryEntry } from '@shop/registry';

/** A release that went live for all visitors. */
interface Deployment {
  readonly remote: string;
  readonly version: string;
  readonly at: number;
  /** Epoch milliseconds of the rollback; undefined if it was not rolled back. */
  readonly rolledBackAt: number | undefined;
}

/** DORA metrics of one period. */
export interface DeliveryFigures {
  /** Releases that went live for all visitors. */
  readonly deployments: number;
  /** How many of the deployments were rolled back. */
  readonly failures: number;
  /** Canaries and ramps that ended because of their health, while only part of the visitors had them. */
  readonly stoppedCanaries: number;
  /** Median milliseconds from going live to the rollback; undefined if nothing was rolled back. */
  readonly timeToRestoreMs: number | undefined;
}

/** Lists each time a release went live, with its rollback if that was the next live change of the remote. */
export const listDeployments = (history: readonly HistoryEntry[]): Deployment[] => {
  const open = new Map<string, Deployment>();
  const deployments: Deployment[] = [];
  const close = (remote: string, rolledBackAt: number | undefined): void => {
    const last = open.get(remote);
    if (last) deployments.push({ ...last, rolledBackAt });
    open.delete(remote);
  };
  for (const { at, action, changes } of history) {
    for (const { remote, channel, to } of changes) {
      if (channel !== 'live') continue;
      close(remote, action === 'rollback' ? new Date(at).getTime() : undefined);
      if (action === 'promote' && to !== null)
        open.set(remote, { remote, version: to, at: new Date(at).getTime(), rolledBackAt: undefined });
    }
  }
  for (const remote of [...open.keys()]) close(remote, undefined);
  return deployments.sort((a, b) => a.at - b.at);
};

const findMedian = (values: readonly number[]): number | undefined => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  return upper === undefined || sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
};

/** Computes the metrics since a date, for one remote or for all. */
export const computeDeliveryFigures = (
  history: readonly HistoryEntry[],
  since: Date,
  remote?: string,
): DeliveryFigures => {
  const isSelected = (name: string): boolean => remote === undefined || name === remote;
  const deployments = listDeployments(history).filter(
    (deployment) => isSelected(deployment.remote) && deployment.at >= since.getTime(),
  );
  const restores = deployments.flatMap(({ at, rolledBackAt }) =>
    rolledBackAt === undefined ? [] : [rolledBackAt - at],
  );
  const stopped = history.filter(
    ({ at, by, action, changes }) =>
      action === 'end-canary' &&
      by === 'health' &&
      new Date(at) >= since &&
      changes.some((change) => isSelected(change.remote)),
  );
  return {
    deployments: deployments.length,
    failures: restores.length,
    stoppedCanaries: stopped.length,
    timeToRestoreMs: findMedian(restores),
  };
};
