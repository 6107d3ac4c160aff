import { findPageRelease } from '../rum/findOrigin';
import { reportDamage } from '../rum/reportError';
import { runWhenIdle } from '../layout/runWhenIdle';
import { checkShell } from './checkShell';
import type { PageRouters } from '../app/PageRouters';
import type { Intrinsics } from './intrinsics';
import { createPageMarks } from './openPageMarks';
import { restoreIntrinsics } from './restoreIntrinsics';
import { watchLinks } from './watchLinks';
import { watchNavigations } from './watchNavigations';

const TICK_MS = 1_000;
/** Ticks between checks while the page stays the same. */
const TICKS_BETWEEN_CHECKS = 5;
const FROZEN_MS = 5_000;
const RELOAD_KEY = 'shop.reloaded';
const MIN_RELOAD_INTERVAL_MS = 60_000;

/** Reloads a page on which nothing is left, once in a while. */
const reloadIfEmpty = (root: Element): void => {
  if (root.childElementCount > 0) return;
  reportDamage('Nothing is left of the page');
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOAD_KEY)) < MIN_RELOAD_INTERVAL_MS) return;
    sessionStorage.setItem(RELOAD_KEY, String(Date.now()));
  } catch {
    return; // without storage it could reload forever
  }
  window.location.assign(window.location.href);
};

/** Tasks during which the page did not respond, also those before this is called. */
const watchLongTasks = (): void => {
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      if (duration > FROZEN_MS) reportDamage(`The page did not respond for ${Math.round(duration / 1_000)} s`);
  }).observe({ type: 'longtask', buffered: true });
};

interface WatchedPage {
  readonly root: Element;
  readonly routers: PageRouters;
  readonly intrinsics: Intrinsics;
}

/**
 * Checks in idle time that the built-in functions and the shell are whole: now, after each navigation, and every few
 * seconds while the page is visible. Damage is repaired and counts as a failure of the release that was mounted last.
 */
export const watchPage = ({ root, routers, intrinsics }: WatchedPage): void => {
  const marks = createPageMarks();

  const check = (): void => {
    const changed = restoreIntrinsics(intrinsics);
    if (changed.length > 0)
      reportDamage(`Built-in functions were changed and restored: ${changed.slice(0, 5).join(', ')}`);
    for (const damage of checkShell(root)) reportDamage(damage);
    reloadIfEmpty(root);
    const { remote, release } = findPageRelease();
    const own = remote !== null && release !== null ? { remote, release } : undefined;
    for (const lost of marks.renew(own)) reportDamage('A page of it froze or crashed', lost);
  };

  let href = '';
  let ticks = 0;
  const tick = (): void => {
    if (document.visibilityState !== 'visible') return;
    ticks += 1;
    if (href === window.location.href && ticks < TICKS_BETWEEN_CHECKS) return;
    ({ href } = window.location);
    ticks = 0;
    runWhenIdle(check);
  };
  setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && marks.remove());
  window.addEventListener('pagehide', () => marks.remove());
  watchLongTasks();
  watchLinks(routers);
  watchNavigations();
};
