import type { RouterProviderProps } from 'react-router-dom';

type Router = RouterProviderProps['router'];

/** The router of this page, and how often it was replaced. */
interface PageRouter {
  readonly router: Router;
  readonly generation: number;
}

/**
 * Routes of a router can be added, and not taken away: where a remote's become those of another release, the page gets
 * another router.
 */
export interface PageRouters {
  readonly getSnapshot: () => PageRouter;
  readonly subscribe: (listener: () => void) => () => void;
  replace(router: Router): void;
}

export const createPageRouters = (first: Router): PageRouters => {
  let current: PageRouter = { router: first, generation: 0 };
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    replace: (router) => {
      current.router.dispose();
      current = { router, generation: current.generation + 1 };
      for (const listener of listeners) listener();
    },
  };
};
