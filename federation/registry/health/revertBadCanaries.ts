import type { RemoteId } from '@shop/runtime/remotes';
import { endCanary } from '../promote';
import type { Registry } from '../Registry';
import { sumByRelease, type HealthCounts } from './HealthCounts';
import { judgeCanary, type HealthLimits } from './judgeCanary';

export interface RevertedCanary {
  readonly remote: RemoteId;
  readonly version: string;
  readonly reason: string;
}

/**
 * Removes every canary that does worse than the live release, with the reason in the history. If several hosts do so at
 * once, only one of them makes the change.
 */
export const revertBadCanaries = async (
  registry: Registry,
  health: HealthCounts,
  limits: HealthLimits,
  now: Date,
): Promise<RevertedCanary[]> => {
  const { live, canary } = await registry.readComposition();
  const reverted: RevertedCanary[] = [];
  for (const [remote, { version, since }] of Object.entries(canary) as [RemoteId, (typeof canary)[string]][]) {
    // keys of the composition are remotes
    const counted = await health.read(new Date(since));
    const reason = judgeCanary(
      sumByRelease(counted, remote, live[remote] ?? ''),
      sumByRelease(counted, remote, version),
      limits,
    );
    if (reason === undefined) continue;
    const context = { by: 'health', now, reason };
    const file = await endCanary(registry, remote, version, context).catch(() => undefined); // another host was first
    const hasChanged = file?.history.some(
      (entry) => entry.action === 'end-canary' && entry.at === now.toISOString() && entry.reason === reason,
    );
    if (!hasChanged) continue;
    await registry.audit({
      at: now,
      by: 'health',
      action: 'end-canary',
      outcome: 'done',
      details: { remote, version, reason },
    });
    reverted.push({ remote, version, reason });
  }
  return reverted;
};
