import type { ShopStore } from '@shop/shared/state';
import { findPageRelease } from '../rum/findOrigin';
import { reportDamage } from '../rum/reportError';
import { runWhenIdle } from '../layout/runWhenIdle';
import { checkShell } from './checkShell';
import type { PageRouters } from '../app/PageRouters';
import type { Remotes } from '../remotes/Remotes';
import type { Intrinsics } from './intrinsics';
import { keepStyles } from './keepStyles';
import { createPageMarks } from './openPageMarks';
import { reloadOnce } from './reloadOnce';
import { removeForeignCookies } from './removeForeignCookies';
import { restoreIntrinsics } from './restoreIntrinsics';
import { watchInput } from './watchInput';
import { watchLinks } from './watchLinks';
import { watchNavigations } from './watchNavigations';

const TICK_MS = 1_000;
/** Ticks between checks while the page stays the same. */
const TICKS_BETWEEN_CHECKS = 5;
const FROZEN_MS = 5_000;

const reloadIfEmpty = (root: Element): void => {
  if (root.childElementCount > 0) return;
  reportDamage('Nothing is left of the page');
  reloadOnce();
};

/** The server asks customers before it shows a release by an override, so an open page must not keep it. */
const reloadAtSignIn = (store: ShopStore): void => {
  const isSignedIn = (): boolean => store.getState().auth.isAuthenticated;
  let before = isSignedIn();
  store.subscribe(() => {
    if (isSignedIn() && !before) window.location.reload();
    before = isSignedIn();
  });
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
  readonly remotes: Remotes;
  readonly store: ShopStore;
}

/**
 * Checks in idle time that the built-in functions and the shell are whole: now, after each navigation, and every few
 * seconds while the page is visible. Damage is repaired and counts as a failure of the likeliest releases.
 */
export const watchPage = ({ root, routers, intrinsics, remotes, store }: WatchedPage): void => {
  const marks = createPageMarks();

  const check = (): void => {
    const changed = restoreIntrinsics(intrinsics);
    if (changed.length > 0)
      reportDamage(`Built-in functions were changed and restored: ${changed.slice(0, 5).join(', ')}`);
    for (const damage of [removeForeignCookies() ?? [], checkShell(root)].flat()) reportDamage(damage);
    reloadIfEmpty(root);
    const { remote, release } = findPageRelease();
    const own = remote !== null && release !== null ? { remote, release } : undefined;
    for (const lost of marks.renew(own)) reportDamage('A page of it froze or crashed', [lost]);
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
  void keepStyles();
  watchLinks(routers);
  watchNavigations();
  watchInput(() => {
    const own = remotes.findByPath(window.location.pathname);
    return [...remotes.mounted.keys()].every((remote) => remote === own);
  });
  if (Object.values(remotes.composition).some(({ isOverride }) => isOverride)) reloadAtSignIn(store);
};
