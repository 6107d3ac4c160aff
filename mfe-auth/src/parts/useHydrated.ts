import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** False until hydration is complete, so that browser-only state does not cause a mismatch. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
