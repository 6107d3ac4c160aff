import type { RouterProviderProps } from 'react-router-dom';

type Router = RouterProviderProps['router'];

/** The page's current router, and how often it has been replaced. */
interface PageRouter {
  readonly router: Router;
  readonly generation: number;
}

/**
 * Routes can be added to a router but not removed. If a remote's routes change to those of another release, the page
 * needs a new router.
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
