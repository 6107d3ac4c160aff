import { preloadPages } from '../app/preloadPages';
import type { Remotes } from './Remotes';

/** Loads a link's remote and page when the shopper hovers or focuses it. Returns a function that stops this. */
export const prefetchOnIntent = (remotes: Remotes, root: Document = document): (() => void) => {
  const prefetch = (event: Event): void => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== root.location.origin) return;
    const remote = remotes.findByPath(link.pathname);
    if (!remote) return;
    const load = async (): Promise<void> => {
      const { routes } = await remotes.mount(remote);
      await preloadPages(routes, link.pathname);
    };
    // A failure is reported when the shopper follows the link.
    load().catch(() => undefined);
  };
  root.addEventListener('pointerover', prefetch, { passive: true });
  root.addEventListener('focusin', prefetch);
  return () => {
    root.removeEventListener('pointerover', prefetch);
    root.removeEventListener('focusin', prefetch);
  };
};
