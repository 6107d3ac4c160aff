import type { PageRouters } from '../app/PageRouters';
import { runWhenIdle } from '../layout/runWhenIdle';
import { reportDamage } from '../rum/reportError';
import { checkShell } from './checkShell';
import { findChangedIntrinsics } from './findChangedIntrinsics';
import type { RecordedObject } from './intrinsics';
import { reloadOnce } from './reloadOnce';

const MAX_NAMES = 5;

export interface WatchedPage {
  readonly root: Element;
  readonly routers: PageRouters;
  readonly intrinsics: readonly RecordedObject[];
}

/** Calls back whenever another page is shown, also by a router that replaced the first one. */
const listenToNavigations = (routers: PageRouters, onNavigated: () => void): void => {
  let { pathname } = window.location;
  const listen = (): void =>
    void routers.getSnapshot().router.subscribe(({ location, navigation }) => {
      if (navigation.state !== 'idle' || location.pathname === pathname) return;
      ({ pathname } = location);
      onNavigated();
    });
  listen();
  routers.subscribe(listen);
};

/**
 * Compares the shell and the built-in functions with what they should be: now, and in idle time after each navigation.
 * Damage is reported and counts as a failure of the likeliest releases. After a navigation the page is loaded again,
 * which ends what an earlier page has left behind.
 */
export const watchPage = ({ root, routers, intrinsics }: WatchedPage): void => {
  const check = (): boolean => {
    const changed = findChangedIntrinsics(intrinsics);
    const damages = [
      ...(changed.length > 0 ? [`Built-in functions were changed: ${changed.slice(0, MAX_NAMES).join(', ')}`] : []),
      ...checkShell(root),
    ];
    damages.forEach(reportDamage);
    return damages.length === 0;
  };
  runWhenIdle(check);
  listenToNavigations(routers, () => {
    runWhenIdle(() => {
      if (!check()) reloadOnce();
    });
  });
};
