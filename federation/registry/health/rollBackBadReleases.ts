import type { RemoteId } from '../../remotes';
import type { CompositionFile, HistoryEntry } from '../compositionFile';
import { rollBackFrom } from '../goLive';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import { sumByRelease, type HealthCounts } from './HealthCounts';
import type { HealthLimits } from './judgeCanary';
import { judgeRelease, type OtherRemoteHealth } from './judgeRelease';
import type { Sums } from './sums';

/**
 * So long after it went live a release is judged, by visits of so long before. What goes wrong later is rarely its
 * doing.
 */
const JUDGING_PERIOD_MS = 3_600_000;

export interface RolledBackRelease {
  readonly remote: RemoteId;
  readonly version: string;
  readonly reason: string;
  /** What is live since; undefined where it stays, since none of the releases before it runs. */
  readonly to: string | undefined;
  /** Why it stays. */
  readonly refusal?: string;
}

type ReleaseSums = Readonly<Record<string, Sums>>;

/** The last change of what is live of a remote. */
const findLastChange = (
  { history }: CompositionFile,
  remote: string,
): { readonly entry: HistoryEntry; readonly from: string | null; readonly to: string | null } | undefined => {
  for (const entry of [...history].reverse()) {
    const change = entry.changes.find((one) => one.remote === remote && one.channel === 'live');
    if (change) return { entry, from: change.from, to: change.to };
  }
  return undefined;
};

/**
 * Since when a release is judged, and what was live before it; undefined where it is not, or not any more: nor what
 * somebody went back to.
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

/** How other remotes did before and since, as far as they stayed the same. */
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
 * Rolls back every release that went live of late and does worse than the one before it, with the reason in the
 * history: that remote alone, also where it went live in a set. Several hosts may do so at once: one of them does.
 */
export const rollBackBadReleases = async (
  registry: Registry,
  health: HealthCounts,
  limits: HealthLimits,
  now: Date,
): Promise<RolledBackRelease[]> => {
  const file = await registry.composition();
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
      // None of those before it runs: it stays, and whoever reads the log is told.
      if (!(error instanceof RegistryError)) throw error;
      rolledBack.push({ remote, version, reason, to: undefined, refusal: error.message });
    }
  }
  return rolledBack;
};
