import type { CartGateway } from '@shop/shared/gateways';
import type { ShopStore } from '@shop/shared/state';
import { useEffect, type ReactNode } from 'react';
import { syncSession } from './syncSession';
import { persistCart } from './persistCart';
import { persistToStorage } from './persistToStorage';

interface BrowserPersistenceProps {
  readonly store: ShopStore;
  readonly cartGateway: CartGateway;
  /** The session changed in another tab, so this page may show another customer's data. */
  readonly onSessionChange: () => void;
  readonly children: ReactNode;
}

/** Wraps the app and restores stored data after the first render, which must match the server's markup. */
export function BrowserPersistence({ store, cartGateway, onSessionChange, children }: BrowserPersistenceProps) {
  useEffect(() => persistCart(store, cartGateway), [store, cartGateway]);
  useEffect(() => persistToStorage(store), [store]);
  useEffect(() => syncSession(store, onSessionChange), [store, onSessionChange]);
  // Browser tests wait for this attribute to know that the page is interactive.
  useEffect(() => {
    document.documentElement.dataset['awake'] = 'true';
  }, []);
  return children;
}
