import type { HistoryEntry } from '@shop/federation/registry';

/** A release that went live for everybody, and what became of it. */
interface Deployment {
  readonly remote: string;
  readonly version: string;
  readonly at: number;
  /** When it was rolled back; undefined where it was not. */
  readonly rolledBackAt: number | undefined;
}

/** DORA's figures of one period. */
export interface DeliveryFigures {
  /** Releases that went live for everybody. */
  readonly deployments: number;
  /** How many of them were rolled back. */
  readonly failures: number;
  /**
   * Canaries, and first steps of releases, that were ended because of their health: only a part of the visitors had
   * them.
   */
  readonly stoppedCanaries: number;
  /** Median milliseconds from going live to the rollback; undefined where nothing was rolled back. */
  readonly timeToRestoreMs: number | undefined;
}

/**
 * Every time a release went live, with its rollback: the next change of what is live of its remote, if that was one.
 */
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

/** The figures of one remote, or of all together, since then. */
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
