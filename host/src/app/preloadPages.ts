import type { RouteHandle } from '@shop/shared/remote';
import { matchRoutes, type RouteObject } from 'react-router-dom';

/** Loads the lazy chunks of the page at `pathname`. */
export const preloadPages = async (routes: RouteObject[], pathname: string): Promise<void> => {
  const matches = matchRoutes(routes, pathname) ?? [];
  // remotes type their routes' handles as RouteHandle
  const handles = matches.map(({ route }) => route.handle as RouteHandle | undefined);
  await Promise.all(handles.map(async (handle) => handle?.preload?.()));
};
