import { isUnder } from '@shop/runtime/remotes';
import type { RouteObject } from 'react-router-dom';

/**
 * Returns copies of a remote's routes without those outside its mounts, which would show on pages of other remotes. The
 * registry refuses them, but code may declare others in browsers than when it was tried.
 */
export const keepOwnRoutes = (routes: readonly RouteObject[], mounts: readonly string[], above = ''): RouteObject[] =>
  routes.flatMap((declared): RouteObject[] => {
    const route = { ...declared };
    const path = [above, route.path?.replace(/^\//, '')].filter(Boolean).join('/');
    const isOwn = mounts.some((mount) => isUnder(mount, `/${path}`));
    if (route.index) return isOwn ? [route] : [];
    if (route.children) {
      const children = keepOwnRoutes(route.children, mounts, path);
      return isOwn || children.length > 0 ? [{ ...route, children }] : [];
    }
    return isOwn ? [route] : [];
  });
