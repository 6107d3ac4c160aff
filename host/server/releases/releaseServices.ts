import crypto from 'node:crypto';
import {
  type CrashCounts,
  HOST_ANNOUNCE_INTERVAL_MS,
  HealthCounts,
  readSigningKey,
  type HealthLimits,
  type LocalRefusals,
  type RampPolicy,
  type Registry,
} from '@shop/registry';
import type { FastifyInstance } from 'fastify';
import type { Origins } from '../separateOrigins';
import { describeHost } from './describeHost';
import { LastGood } from './LastGood';
import { LiveComposition } from './LiveComposition';
import { LocalReleases } from './LocalReleases';
import { readExpectedRemotes } from './readExpectedRemotes';
import { watchHealth } from './watchHealth';

const HEALTH_CHECK_INTERVAL_MS = 5_000;
const HEALTH_CLEANUP_INTERVAL_MS = 600_000;

/** Sources of releases, and what this server reports about them. */
export interface ReleaseServices {
  readonly registry: Registry;
  readonly live: LiveComposition;
  readonly local: LocalReleases;
  /** Copy of the live releases, which serves their files if the registry is lost. */
  readonly lastGood?: LastGood;
  readonly health: HealthCounts;
  readonly limits: HealthLimits;
  /** Steps in which a published release is promoted. When undefined, it is promoted at once. */
  readonly ramp?: RampPolicy | undefined;
  /** Origin of the shop, which preview links open. When undefined, the caller knows it. */
  readonly shopUrl?: string | undefined;
  /** Origin of the back office, which preview links of remotes for staff open. */
  readonly adminUrl?: string | undefined;
  /** Key for signing links and sessions. */
  readonly signingKey: () => Promise<string>;
}

interface ReleaseSettings {
  readonly hostDist: string;
  readonly releaseCacheDirectory: string;
  readonly healthLimits: HealthLimits;
  readonly ramp: RampPolicy | undefined;
  readonly publicUrl: string | undefined;
  readonly origins: Pick<Origins, 'admin'>;
  /** Crashes of live releases' renderers on this server. */
  readonly crashes: CrashCounts;
  /** Why local builds do not run; empty in production. */
  readonly localRefusals: LocalRefusals;
}

/**
 * Connects this server to the registry: announces the host, follows the composition, and monitors the health of
 * releases until the server closes.
 */
export const openReleaseServices = (
  app: FastifyInstance,
  registry: Registry,
  { hostDist, releaseCacheDirectory, healthLimits, ramp, publicUrl, origins, crashes, localRefusals }: ReleaseSettings,
): ReleaseServices => {
  const id = crypto.randomUUID();
  const host = describeHost(hostDist);
  const local = new LocalReleases(registry, releaseCacheDirectory);
  const lastGood = new LastGood(releaseCacheDirectory, registry.storage.name);
  const live = new LiveComposition(
    registry,
    local,
    host,
    (message) => app.log.error(message),
    readExpectedRemotes((message) => app.log.error(message), localRefusals),
    lastGood,
  );
  const health = new HealthCounts(registry.storage, id);

  /** Logs failures only; the next run makes up for them. */
  const withErrorLog = (message: string, task: () => Promise<unknown>) => () => {
    task().catch((error: unknown) => app.log.error({ error: String(error) }, message));
  };
  const announce = withErrorLog('the host could not be announced', () => registry.announceHost(id, host, new Date()));
  const startPeriod = (): void => {
    if (live.changedAt) health.startPeriod(live.changedAt);
  };
  live.onChange(startPeriod);
  const runHealthCheck = watchHealth(app.log, { registry, live, health, crashes, limits: healthLimits });
  const checkHealth = withErrorLog('the health check of releases failed', () => runHealthCheck(new Date()));

  const timers: NodeJS.Timeout[] = [];
  let stopFollowing: (() => void) | undefined;
  app.addHook('onReady', async () => {
    await live.refresh();
    startPeriod();
    stopFollowing = live.follow();
    announce();
    timers.push(
      setInterval(announce, HOST_ANNOUNCE_INTERVAL_MS).unref(),
      setInterval(checkHealth, HEALTH_CHECK_INTERVAL_MS).unref(),
      setInterval(
        withErrorLog('old health data could not be deleted', () => health.removeExpired(new Date())),
        HEALTH_CLEANUP_INTERVAL_MS,
      ).unref(),
    );
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    stopFollowing?.();
    await Promise.allSettled([live.copied, health.flush(), registry.removeHost(id)]);
  });

  let key: Promise<string> | undefined;
  const signingKey = (): Promise<string> => {
    key ??= readSigningKey(registry);
    key.catch(() => {
      key = undefined;
    });
    return key;
  };
  return {
    registry,
    live,
    local,
    lastGood,
    health,
    limits: healthLimits,
    ramp,
    shopUrl: publicUrl,
    adminUrl: origins.admin,
    signingKey,
  };
};
