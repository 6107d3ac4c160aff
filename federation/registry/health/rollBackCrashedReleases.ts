import type { RemoteId } from '@shop/runtime/remotes';
import { endCanary, rollBackFrom } from '../promote';
import type { Registry } from '../Registry';
import { RegistryError } from '../RegistryError';
import type { CrashCounts } from './CrashCounts';
import { findLastChange, type RolledBackRelease } from './rollBackBadReleases';

const MAX_CRASHES = 3;

/**
 * Rolls back live releases that crashed their renderer on this host three times within an hour, and ends canaries that
 * did. If releases of another remote crash as often, the machine is the likelier cause. A release that a rollback has
 * restored stays: going back further is a person's decision.
 */
export const rollBackCrashedReleases = async (
  registry: Registry,
  crashes: CrashCounts,
  now: Date,
): Promise<RolledBackRelease[]> => {
  const counted = [...crashes.read(now)].filter(([, { count }]) => count >= MAX_CRASHES);
  const remotes = new Set(counted.map(([name]) => name.split('@')[0]));
  if (counted.length === 0 || remotes.size > 1) return [];
  const file = await registry.readComposition();
  const rolledBack: RolledBackRelease[] = [];
  for (const [name, { count, reason: latest }] of counted) {
    // names are "mfe-home@1.4.0"
    const [remote, version] = name.split('@') as [RemoteId, string];
    const reason = `it crashed its renderer ${count} times within an hour: ${latest}`;
    const context = { by: 'health', now, reason };
    const audit = (action: 'rollback' | 'end-canary', to?: string): Promise<void> =>
      registry.audit({ at: now, by: 'health', action, outcome: 'done', details: { remote, version, to, reason } });
    try {
      if (file.canary[remote]?.version === version) {
        await endCanary(registry, remote, version, context);
        await audit('end-canary');
        rolledBack.push({ remote, version, reason, to: file.live[remote] });
      } else if (file.live[remote] === version && findLastChange(file, remote)?.entry.action !== 'rollback') {
        const { isOurs, to } = await rollBackFrom(registry, remote, version, context);
        if (!isOurs) continue;
        await audit('rollback', to);
        rolledBack.push({ remote, version, reason, to });
      }
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      rolledBack.push({ remote, version, reason, to: undefined, refusal: error.message });
    }
  }
  return rolledBack;
};
