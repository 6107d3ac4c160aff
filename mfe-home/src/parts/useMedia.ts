import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query matches. On the server and in the first render it is `onServer`.
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
 * True below 768 px (product.md 3.6 and 3.8), where a view has one product, three categories or four brands. CSS does
 * the layout.
 */
export const useIsWide = (): boolean => useMedia('(min-width: 768px)', true);
