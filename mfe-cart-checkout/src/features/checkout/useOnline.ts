import { useSyncExternalStore } from 'react';

const subscribe = (onChange: () => void): (() => void) => {
  const events = ['online', 'offline'] as const;
  for (const event of events) window.addEventListener(event, onChange);
  return () => {
    for (const event of events) window.removeEventListener(event, onChange);
  };
};

/** Whether the browser reports a network connection; true on the server. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
