import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import { createRequestMetrics, type RequestMetrics } from '@shop/server-kit/observability/requestMetrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ReleaseVisit, RumReport } from '../../src/rum/RumReport';
import type { CacheOutcome } from '../pages/PageCache';
import type { LiveComposition } from '../releases/LiveComposition';

type PageOutcome = 'rendered' | 'stand-in' | 'shell' | 'limited' | 'refused' | 'redirect';
type CacheResult = CacheOutcome | 'bypass';
type RumKind = RumReport['kind'] | 'visit';

const RENDER_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];
const LCP_BUCKETS_S = [0.25, 0.5, 1, 1.5, 2.5, 4, 8];
const INP_BUCKETS_S = [0.05, 0.1, 0.2, 0.35, 0.5, 1];

export interface HostMetrics {
  readonly register: Registry;
  readonly requests: RequestMetrics;
  readonly pages: Counter<'outcome'>;
  /** Page requests by cache result. */
  readonly pageCache: Counter<'result'>;
  readonly renders: Histogram;
  readonly rendersInProgress: Gauge;
  readonly rumReports: Counter<'kind'>;
  /** Records a reported visit. The caller ensures that the remote is known and the release was visible to visitors. */
  recordVisit(remote: RemoteId, visit: Pick<ReleaseVisit, 'first' | 'failed' | 'lcp' | 'inp'>): void;
}

/** Creates the host's metrics. Labels only have a few values, none of them from requests. */
export const createHostMetrics = (): HostMetrics => {
  const register = new Registry();
  const registers = [register];
  const visits = new Counter({
    name: 'shop_web_visits_total',
    help: 'Visits to pages of a remote, by whether the remote failed.',
    labelNames: ['remote', 'failed'] as const,
    registers,
  });
  const lcp = new Histogram({
    name: 'shop_web_lcp_seconds',
    help: 'Largest contentful paint of the first page, in seconds.',
    labelNames: ['remote'] as const,
    buckets: LCP_BUCKETS_S,
    registers,
  });
  const inp = new Histogram({
    name: 'shop_web_inp_seconds',
    help: 'Slowest response to an interaction, in seconds.',
    labelNames: ['remote'] as const,
    buckets: INP_BUCKETS_S,
    registers,
  });
  const metrics = {
    register,
    requests: createRequestMetrics(register),
    pages: new Counter({
      name: 'shop_pages_total',
      help: 'Rendered pages by outcome: rendered, rendered by the previous release because the current one failed (stand-in), client-rendered shell, shell because the network has used up its share (limited), refused when it goes on, redirect. Responses are counted in shop_page_cache_total.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    pageCache: new Counter({
      name: 'shop_page_cache_total',
      help: 'Page responses by cache result.',
      labelNames: ['result'] as const,
      registers,
    }),
    renders: new Histogram({
      name: 'shop_render_duration_seconds',
      help: 'Time to render a page, including the wait for the renderer, in seconds.',
      buckets: RENDER_BUCKETS_S,
      registers,
    }),
    rendersInProgress: new Gauge({
      name: 'shop_renders_under_way',
      help: 'Pages that are being rendered.',
      registers,
    }),
    rumReports: new Counter({
      name: 'shop_rum_reports_total',
      help: 'Reports from pages: failures by kind, and visits.',
      labelNames: ['kind'] as const,
      registers,
    }),
    recordVisit(remote: RemoteId, visit: Pick<ReleaseVisit, 'first' | 'failed' | 'lcp' | 'inp'>) {
      // A report that only adds timings is not another visit.
      if (visit.first || visit.failed) visits.inc({ remote, failed: String(visit.failed) });
      if (visit.lcp !== null) lcp.observe({ remote }, visit.lcp / 1000);
      if (visit.inp !== null) inp.observe({ remote }, visit.inp / 1000);
    },
  };
  // Counters start at 0, because a rate needs a first value.
  for (const outcome of ['rendered', 'stand-in', 'shell', 'limited', 'refused', 'redirect'] satisfies PageOutcome[])
    metrics.pages.inc({ outcome }, 0);
  for (const result of ['hit', 'stale', 'stale-if-error', 'miss', 'bypass'] satisfies CacheResult[])
    metrics.pageCache.inc({ result }, 0);
  for (const kind of ['load', 'render', 'error', 'damage', 'visit'] satisfies RumKind[])
    metrics.rumReports.inc({ kind }, 0);
  return metrics;
};

/** Registers gauges for the composition. Releases that left the composition disappear from the metrics. */
export const registerReleaseGauges = (
  register: Registry,
  live: Pick<LiveComposition, 'getReleases' | 'problem' | 'unavailable'>,
): void => {
  new Gauge({
    name: 'shop_registry_unreadable',
    help: '1 while the release registry cannot be read. Live releases stay live; nothing new is promoted.',
    registers: [register],
    async collect() {
      await live.getReleases();
      this.set(live.problem === undefined ? 0 : 1);
    },
  });
  new Gauge({
    name: 'shop_releases_not_shown',
    help: 'Live releases that this host cannot show: incompatible, or changed since they were published.',
    registers: [register],
    async collect() {
      await live.getReleases();
      this.set(live.unavailable.length);
    },
  });
  new Gauge({
    name: 'shop_live_release_info',
    help: 'Live and canary releases.',
    labelNames: ['remote', 'release', 'channel'] as const,
    registers: [register],
    async collect() {
      const releases = await live.getReleases();
      this.reset();
      for (const [remote, { live: shown, canary }] of releases) {
        if (!isRemoteId(remote)) continue;
        if (shown) this.set({ remote, release: shown.release.version, channel: 'live' }, 1);
        if (canary) this.set({ remote, release: canary.release.version, channel: 'canary' }, 1);
      }
    },
  });
};
