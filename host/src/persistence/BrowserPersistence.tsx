import type { CartGateway } from '@shop/shared/gateways';
import { cartItemAdded, type ShopStore } from '@shop/shared/state';
import { useEffect, type ReactNode } from 'react';
import { syncSession } from './syncSession';
import { persistCart } from './persistCart';
import { persistToStorage } from './persistToStorage';

interface BrowserPersistenceProps {
  readonly store: ShopStore;
  readonly cartGateway: CartGateway;
  /** Resolves once it is known whether the visitor is signed in: stored data may be a customer's. */
  readonly session: Promise<unknown>;
  /** The session changed in another tab, so this page may show another customer's data. */
  readonly onSessionChange: () => void;
  readonly children: ReactNode;
}

/** Restores stored data, and keeps it from then on. Returns a function that stops it. */
const persist = ({
  store,
  cartGateway,
  onSessionChange,
}: Pick<BrowserPersistenceProps, 'store' | 'cartGateway' | 'onSessionChange'>): (() => void) => {
  const addedMeanwhile = store.getState().cart.items;
  const stops = [persistCart(store, cartGateway), persistToStorage(store), syncSession(store, onSessionChange)];
  for (const item of addedMeanwhile) store.dispatch(cartItemAdded(item));
  // Browser tests wait for this attribute to know that the page is interactive.
  document.documentElement.dataset['awake'] = 'true';
  return () => stops.forEach((stop) => stop());
};

/** Wraps the app and restores stored data after the first render, which must match the server's markup. */
export function BrowserPersistence({
  store,
  cartGateway,
  session,
  onSessionChange,
  children,
}: BrowserPersistenceProps) {
  useEffect(() => {
    let isStopped = false;
    let stop = (): void => undefined;
    void session.then(() => {
      if (!isStopped) stop = persist({ store, cartGateway, onSessionChange });
    });
    return () => {
      isStopped = true;
      stop();
    };
  }, [store, cartGateway, session, onSessionChange]);
  return children;
}
