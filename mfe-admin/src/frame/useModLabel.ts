import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;
const isMac = (): boolean => /Mac OS|iPhone|iPad/.test(navigator.userAgent);

/** Returns what a key with its modifier is called on this machine: "⌘K" on a Mac, "Ctrl K" elsewhere. */
export const useModLabel = (): ((key: string) => string) => {
  // The server does not know the machine: a page is hydrated as on others, and then says what is right.
  const isOnMac = useSyncExternalStore(never, isMac, () => false);
  return (key) => (isOnMac ? `⌘${key}` : `Ctrl ${key}`);
};
