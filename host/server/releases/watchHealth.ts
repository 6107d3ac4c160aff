import { advanceRamps, rollBackBadReleases, revertBadCanaries } from '@shop/federation/registry';
import type { FastifyBaseLogger } from 'fastify';
import type { ReleaseServices } from './releaseServices';

/**
 * Looks at how releases do: takes bad canaries back, rolls back what went live of late and is bad, and takes releases
 * that go live in steps further. Each is told in the log, once.
 */
export const watchHealth = (
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>,
  { registry, live, health, limits }: Pick<ReleaseServices, 'registry' | 'live' | 'health' | 'limits'>,
) => {
  const refused = new Set<string>();
  return async (now: Date): Promise<void> => {
    await live.refresh();
    for (const { remote, version, reason } of await revertBadCanaries(registry, health, limits, now)) {
      log.warn({ remote, release: version, reason }, 'a canary was taken back');
    }
    for (const { remote, version, reason, to, refusal } of await rollBackBadReleases(registry, health, limits, now)) {
      const name = `${remote}@${version}`;
      if (refusal === undefined) log.warn({ remote, release: version, to, reason }, 'a live release was rolled back');
      else if (!refused.has(name))
        log.error({ remote, release: version, reason, refusal }, 'a live release is bad, and cannot be rolled back');
      if (refusal !== undefined) refused.add(name);
    }
    for (const { remote, version, weight, reason } of await advanceRamps(registry, health, limits, now)) {
      if (weight > 0) log.info({ remote, release: version, weight, reason }, 'a release goes live in steps');
      else log.warn({ remote, release: version, reason }, 'a release does not go live: its steps ended');
    }
    await health.flush();
  };
};
