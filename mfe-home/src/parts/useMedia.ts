import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, followed as it changes. The server does not know: it says `onServer`, and so does the
 * first render.
 */
export const useMedia = (query: string, onServer: boolean): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => onServer,
  );
};

/**
 * Below the breakpoint (product.md 3.6 and 3.8): under 768 px one product, three categories and four brands are a view.
 * Layout itself is CSS's.
 */
export const useIsWide = (): boolean => useMedia('(min-width: 768px)', true);
