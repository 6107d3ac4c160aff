import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** False while the page equals what the server rendered: what only this browser knows is shown after that. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
