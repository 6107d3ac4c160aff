import { isRemoteId, type RemoteId } from '@shop/federation/remotes';
import type { Remotes } from '../remotes/Remotes';
import { takeFailedReleases } from './reportError';
import { MAX_RELEASES_A_VISIT, sendToServer, type ReleaseVisit } from './RumReport';

/**
 * A page that stays open is told of after so long, so that a bad release is not found out only when its pages are left.
 */
const FIRST_TOLD_MS = 10_000;
/** Measuring waits until the page is at rest: it remembers what was before. */
const MEASURED_AFTER_MS = 2_000;

interface Measured {
  lcp: number | null;
  inp: number | null;
  cls: number | null;
}
/** Layout shift is reported with this many decimals. */
const CLS_DECIMALS = 4;

const keyOf = (remote: string, release: string): string => `${remote} ${release}`;

/**
 * Says at most once for each release how it did: when the page is left, or after a while. What comes later is added.
 */
export const createVisitReporter = (
  mounted: Remotes['mounted'],
  token: string,
  send: typeof sendToServer = sendToServer,
) => {
  const told = new Set<string>();
  const measured = new Map<RemoteId, Measured>();

  const partsOf = (remote: RemoteId) => {
    const parts = measured.get(remote) ?? { lcp: null, inp: null, cls: null };
    measured.set(remote, parts);
    return parts;
  };

  /** Layout shift grows until the page is left, so it is reported only then. */
  const tell = ({ isLeft = false } = {}): void => {
    const failed = takeFailedReleases();
    const keys = new Set([...[...mounted].map(([remote, release]) => keyOf(remote, release)), ...failed]);
    const releases: ReleaseVisit[] = [];
    for (const key of keys) {
      const [remote = '', release = ''] = key.split(' ');
      if (!isRemoteId(remote)) continue;
      const first = !told.has(key);
      // What was measured belongs to the release that is mounted, not to one that did not come.
      const parts = mounted.get(remote) === release ? partsOf(remote) : { lcp: null, inp: null, cls: null };
      const { lcp, inp } = parts;
      const cls = isLeft ? parts.cls : null;
      if (!first && !failed.has(key) && lcp === null && inp === null && cls === null) continue;
      told.add(key);
      if (mounted.get(remote) === release)
        measured.set(remote, { lcp: null, inp: null, cls: isLeft ? null : parts.cls });
      releases.push({ remote, release, first, failed: failed.has(key), lcp, inp, ...(cls === null ? {} : { cls }) });
    }
    if (releases.length > 0) send({ kind: 'visit', token, releases: releases.slice(0, MAX_RELEASES_A_VISIT) });
  };

  return {
    tell,
    measuredLcp: (remote: RemoteId | undefined, milliseconds: number): void => {
      if (remote) partsOf(remote).lcp = Math.round(milliseconds);
    },
    measuredInp: (remote: RemoteId | undefined, milliseconds: number): void => {
      if (remote) partsOf(remote).inp = Math.max(partsOf(remote).inp ?? 0, Math.round(milliseconds));
    },
    measuredCls: (remote: RemoteId | undefined, value: number): void => {
      if (remote) partsOf(remote).cls = Number(value.toFixed(CLS_DECIMALS));
    },
  };
};

/** Counts this visit for the health of the releases it meets (decision 0019). */
export const reportVisit = (remotes: Remotes, token: string): void => {
  // A page with a release that is not live has none, nor has one that was made while the registry did not answer.
  if (token === '') return;
  const landed = remotes.ofPath(window.location.pathname);
  const { tell, measuredLcp, measuredInp, measuredCls } = createVisitReporter(remotes.mounted, token);
  setTimeout(() => {
    import(/* webpackChunkName: "web-vitals" */ 'web-vitals')
      .then(({ onCLS, onINP, onLCP }) => {
        onLCP(({ value }) => measuredLcp(landed, value), { reportAllChanges: true });
        onINP(({ value }) => measuredInp(remotes.ofPath(window.location.pathname), value), { reportAllChanges: true });
        // web-vitals reports changes only, and a page without layout shift has none.
        if (PerformanceObserver.supportedEntryTypes.includes('layout-shift')) measuredCls(landed, 0);
        onCLS(({ value }) => measuredCls(remotes.ofPath(window.location.pathname), value), { reportAllChanges: true });
      })
      .catch(() => undefined); // counted without its times
  }, MEASURED_AFTER_MS);
  setTimeout(() => tell(), FIRST_TOLD_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell({ isLeft: true });
  });
};
