import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import type { Remotes } from '../remotes/Remotes';
import { drainFailedReleases } from './reportError';
import { MAX_RELEASES_PER_VISIT, sendReport, type ReleaseVisit } from './RumReport';

/** Report an open page after this time, so that a bad release is noticed before its pages are left. */
const FIRST_REPORT_MS = 10_000;
/** Start measuring once the page is at rest; earlier entries are buffered by the browser. */
const MEASURE_DELAY_MS = 2_000;

interface Metrics {
  lcp: number | null;
  inp: number | null;
  cls: number | null;
}
/** Layout shift is reported with this many decimals. */
const CLS_DECIMALS = 4;

const toReleaseKey = (remote: string, release: string): string => `${remote} ${release}`;

/** Reports each release once, when the page is left or after a delay. Later measurements are added. */
export const createVisitReporter = (
  mounted: Remotes['mounted'],
  token: string,
  send: typeof sendReport = sendReport,
) => {
  const reported = new Set<string>();
  const measured = new Map<RemoteId, Metrics>();

  const getMetrics = (remote: RemoteId) => {
    const metrics = measured.get(remote) ?? { lcp: null, inp: null, cls: null };
    measured.set(remote, metrics);
    return metrics;
  };

  /** Layout shift grows until the page is left, so it is reported only then. */
  const report = ({ isLeft = false } = {}): void => {
    const failed = drainFailedReleases();
    const keys = new Set([...[...mounted].map(([remote, release]) => toReleaseKey(remote, release)), ...failed]);
    const releases: ReleaseVisit[] = [];
    for (const key of keys) {
      const [remote = '', release = ''] = key.split(' ');
      if (!isRemoteId(remote)) continue;
      const first = !reported.has(key);
      // Measurements belong to the mounted release, not to one that failed to load.
      const metrics = mounted.get(remote) === release ? getMetrics(remote) : { lcp: null, inp: null, cls: null };
      const { lcp, inp } = metrics;
      const cls = isLeft ? metrics.cls : null;
      if (!first && !failed.has(key) && lcp === null && inp === null && cls === null) continue;
      reported.add(key);
      if (mounted.get(remote) === release)
        measured.set(remote, { lcp: null, inp: null, cls: isLeft ? null : metrics.cls });
      releases.push({ remote, release, first, failed: failed.has(key), lcp, inp, ...(cls === null ? {} : { cls }) });
    }
    if (releases.length > 0) send({ kind: 'visit', token, releases: releases.slice(0, MAX_RELEASES_PER_VISIT) });
  };

  return {
    tell: report,
    recordLcp: (remote: RemoteId | undefined, milliseconds: number): void => {
      if (remote) getMetrics(remote).lcp = Math.round(milliseconds);
    },
    recordInp: (remote: RemoteId | undefined, milliseconds: number): void => {
      if (remote) getMetrics(remote).inp = Math.max(getMetrics(remote).inp ?? 0, Math.round(milliseconds));
    },
    recordCls: (remote: RemoteId | undefined, value: number): void => {
      if (remote) getMetrics(remote).cls = Number(value.toFixed(CLS_DECIMALS));
    },
  };
};

/** Counts this visit for the health of the releases it meets (decision 0019). */
export const reportVisit = (remotes: Remotes, token: string): void => {
  // Pages with an override, or rendered while the registry was unavailable, have no token.
  if (token === '') return;
  const landingRemote = remotes.findByPath(window.location.pathname);
  const { tell, recordLcp, recordInp, recordCls } = createVisitReporter(remotes.mounted, token);
  setTimeout(() => {
    import(/* webpackChunkName: "web-vitals" */ 'web-vitals')
      .then(({ onCLS, onINP, onLCP }) => {
        onLCP(({ value }) => recordLcp(landingRemote, value), { reportAllChanges: true });
        onINP(({ value }) => recordInp(remotes.findByPath(window.location.pathname), value), {
          reportAllChanges: true,
        });
        // web-vitals reports changes only, and a page without layout shift has none.
        if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) recordCls(landingRemote, 0);
        onCLS(({ value }) => recordCls(remotes.findByPath(window.location.pathname), value), {
          reportAllChanges: true,
        });
      })
      .catch(() => undefined); // reported without timings
  }, MEASURE_DELAY_MS);
  setTimeout(() => tell(), FIRST_REPORT_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell({ isLeft: true });
  });
};
