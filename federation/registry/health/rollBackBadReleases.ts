import type { RemoteId } from '@shop/runtime/remotes';
import type { CompositionFile, HistoryEntry } from '../compositionFile';
import { rollBackFrom } from '../promote';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { sumByRelease, type HealthCounts } from './HealthCounts';
import type { HealthLimits } from './judgeCanary';
import { judgeRelease, type OtherRemoteHealth } from './judgeRelease';
import type { Sums } from './sums';

/**
 * How long a release is judged after it was promoted, compared with the same period before. Later problems are rarely
 * caused by the release.
 */
export const JUDGING_PERIOD_MS = 3_600_000;

export interface RolledBackRelease {
  readonly remote: RemoteId;
  readonly version: string;
  readonly reason: string;
  /** Restored version; undefined if the release stays because no earlier one can run. */
  readonly to: string | undefined;
  /** Why no earlier release could be restored. */
  readonly refusal?: string;
}

type ReleaseSums = Readonly<Record<string, Sums>>;

/** Finds the last change of a remote's live release. */
export const findLastChange = (
  { history }: CompositionFile,
  remote: string,
): { readonly entry: HistoryEntry; readonly from: string | null; readonly to: string | null } | undefined => {
  for (const entry of [...history].reverse()) {
    const change = entry.changes.find((one) => one.remote === remote && one.channel === 'live');
    if (change) return { entry, from: change.from, to: change.to };
  }
  return undefined;
};

/** Returns when a remote's live release was promoted; undefined if it was restored by a rollback. */
export const findPromotionTime = (file: CompositionFile, remote: string): Date | undefined => {
  const { entry, to } = findLastChange(file, remote) ?? {};
  return entry?.action === 'promote' && to === file.live[remote] ? new Date(entry.at) : undefined;
};

/**
 * Returns the start of the judging period and the previous release; undefined if the period is over, or the release was
 * restored by a rollback.
 */
const findJudgingPeriod = (
  file: CompositionFile,
  remote: RemoteId,
  now: Date,
): { readonly since: Date; readonly from: string } | undefined => {
  const last = findLastChange(file, remote);
  if (!last || last.entry.action !== 'promote' || last.from === null || last.to !== file.live[remote]) return undefined;
  const since = new Date(last.entry.at);
  return now.getTime() - since.getTime() > JUDGING_PERIOD_MS ? undefined : { since, from: last.from };
};

/** Returns the health of other remotes before and since, if their releases did not change. */
const readOthers = (
  file: CompositionFile,
  judged: RemoteId,
  since: Date,
  before: ReleaseSums,
  after: ReleaseSums,
): OtherRemoteHealth[] =>
  Object.entries(file.live).flatMap(([remote, version]) => {
    const changedAt = findLastChange(file, remote)?.entry.at;
    if (remote === judged || (changedAt !== undefined && new Date(changedAt) >= since)) return [];
    return [{ before: sumByRelease(before, remote, version), since: sumByRelease(after, remote, version) }];
  });

/**
 * Rolls back every recent release that does worse than the previous one, with the reason in the history. Only that
 * remote is rolled back, even if it was promoted in a set. If several hosts do so at once, only one of them makes the
 * change.
 */
export const rollBackBadReleases = async (
  registry: Registry,
  health: HealthCounts,
  limits: HealthLimits,
  now: Date,
): Promise<RolledBackRelease[]> => {
  const file = await registry.readComposition();
  const rolledBack: RolledBackRelease[] = [];
  for (const [remote, version] of Object.entries(file.live) as [RemoteId, string][]) {
    // keys of the composition are remotes
    const judged = findJudgingPeriod(file, remote, now);
    if (!judged) continue;
    const { since, from } = judged;
    const [before, after] = await Promise.all([
      health.read(new Date(since.getTime() - JUDGING_PERIOD_MS), since),
      health.read(since),
    ]);
    const reason = judgeRelease(
      {
        release: sumByRelease(after, remote, version),
        earlier: sumByRelease(before, remote, from),
        earlierName: `the release before (${from})`,
        visitsOfHourBefore: sumByRelease(before, remote, from).visits,
        others: readOthers(file, remote, since, before, after),
      },
      limits,
    );
    if (reason === undefined) continue;
    try {
      const { isOurs, to } = await rollBackFrom(registry, remote, version, { by: 'health', now, reason });
      if (!isOurs) continue;
      await registry.audit({
        at: now,
        by: 'health',
        action: 'rollback',
        outcome: 'done',
        details: { remote, version, to, reason },
      });
      rolledBack.push({ remote, version, reason, to });
    } catch (error) {
      // No earlier release can run, so this one stays; the reason is logged.
      if (!(error instanceof RegistryError)) throw error;
      rolledBack.push({ remote, version, reason, to: undefined, refusal: error.message });
    }
  }
  return rolledBack;
};
