import {
  advanceRamps,
  rollBackBadReleases,
  rollBackCrashedReleases,
  type CrashCounts,
  revertBadCanaries,
  type HealthLimits,
  type HealthCounts,
  type Registry,
} from '@shop/registry';
import type { FastifyBaseLogger } from 'fastify';
import type { LiveComposition } from './LiveComposition';

interface HealthCheckContext {
  readonly registry: Registry;
  readonly live: Pick<LiveComposition, 'refresh'>;
  readonly health: HealthCounts;
  readonly crashes: CrashCounts;
  readonly limits: HealthLimits;
}

/**
 * Returns a health check that reverts bad canaries, rolls back releases that crash and recent ones that fail, and
 * advances ramps. Each action is logged once.
 */
export const watchHealth = (
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  { registry, live, health, crashes, limits }: HealthCheckContext,
) => {
  const refused = new Set<string>();
  return async (now: Date): Promise<void> => {
    await live.refresh();
    for (const { remote, version, reason } of await revertBadCanaries(registry, health, limits, now)) {
      log.warn({ remote, release: version, reason }, 'a canary was reverted');
    }
    for (const { remote, version, reason, to, refusal } of [
      ...(await rollBackCrashedReleases(registry, crashes, now)),
      ...(await rollBackBadReleases(registry, health, limits, now)),
    ]) {
      const name = `${remote}@${version}`;
      if (refusal === undefined) log.warn({ remote, release: version, to, reason }, 'a live release was rolled back');
      else if (!refused.has(name))
        log.error(
          { remote, release: version, reason, refusal },
          'a live release is unhealthy and cannot be rolled back',
        );
      if (refusal !== undefined) refused.add(name);
    }
    for (const { remote, version, weight, reason } of await advanceRamps(registry, health, limits, now)) {
      if (weight > 0) log.info({ remote, release: version, weight, reason }, 'a ramp advanced');
      else log.warn({ remote, release: version, reason }, 'a ramp was stopped');
    }
    await health.flush();
  };
};
