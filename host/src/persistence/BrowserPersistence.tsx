import type { ApiClient } from '@shop/shared/api-client';
import { cartItemAdded, type ShopStore } from '@shop/shared/state';
import { useEffect, type ReactNode } from 'react';
import { syncSession } from './syncSession';
import { persistCart } from './persistCart';
import { persistToStorage } from './persistToStorage';

interface BrowserPersistenceProps {
  readonly store: ShopStore;
  readonly api: ApiClient;
  /** Resolves once it is known whether the visitor is signed in: stored data may be a customer's. */
  readonly session: Promise<unknown>;
  /** The session changed in another tab, so this page may show another customer's data. */
  readonly onSessionChange: () => void;
  /** In the back office, where nothing of a shopper is kept. */
  readonly isOff: boolean;
  readonly children: ReactNode;
}

/** Restores stored data, and keeps it from then on. Returns a function that stops it. */
const persist = ({
  store,
  api,
  onSessionChange,
  isOff,
}: Pick<BrowserPersistenceProps, 'store' | 'api' | 'onSessionChange' | 'isOff'>): (() => void) => {
  const addedMeanwhile = store.getState().cart.items;
  const stops = isOff ? [] : [persistCart(store, api), persistToStorage(store), syncSession(store, onSessionChange)];
  for (const item of addedMeanwhile) store.dispatch(cartItemAdded(item));
  // Browser tests wait for this attribute to know that the page is interactive.
  document.documentElement.dataset['awake'] = 'true';
  return () => stops.forEach((stop) => stop());
};

/** Wraps the app and restores stored data after the first render, which must match the server's markup. */
export function BrowserPersistence({ store, api, session, onSessionChange, isOff, children }: BrowserPersistenceProps) {
  useEffect(() => {
    let isStopped = false;
    let stop = (): void => undefined;
    void session.then(() => {
      if (!isStopped) stop = persist({ store, api, onSessionChange, isOff });
    });
    return () => {
      isStopped = true;
      stop();
    };
  }, [store, api, session, onSessionChange, isOff]);
  return children;
}
