import { describeArrival } from '@shop/contracts/arrival';
import { useSyncExternalStore } from 'react';

const subscribe = () => () => undefined;

/** When a carrier brings what is ordered now. Empty in server-rendered pages, which are kept for a while. */
export function ParcelArrival({ isEngraved = false }: { readonly isEngraved?: boolean }) {
  const days = useSyncExternalStore(
    subscribe,
    () => describeArrival(new Date(), { isEngraved }),
    () => '',
  );
  return days && `Arrives ${days} in the US`;
}
