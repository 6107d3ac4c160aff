import type { CartGateway } from '@shop/shared/gateways';
import type { ShopStore } from '@shop/shared/state';
import { useEffect, type ReactNode } from 'react';
import { syncSession } from './syncSession';
import { persistCart } from './persistCart';
import { persistToStorage } from './persistToStorage';

interface BrowserPersistenceProps {
  readonly store: ShopStore;
  readonly cartGateway: CartGateway;
  /** Somebody signed in or out in another tab: what this one shows may be another's now. */
  readonly onSessionChange: () => void;
  readonly children: ReactNode;
}

/** Wraps the app: what was kept arrives as a change after the first render, which must equal the server's. */
export function BrowserPersistence({ store, cartGateway, onSessionChange, children }: BrowserPersistenceProps) {
  useEffect(() => persistCart(store, cartGateway), [store, cartGateway]);
  useEffect(() => persistToStorage(store), [store]);
  useEffect(() => syncSession(store, onSessionChange), [store, onSessionChange]);
  // Who watches from outside, such as a browser test, sees when the page answers by itself.
  useEffect(() => {
    document.documentElement.dataset['awake'] = 'true';
  }, []);
  return children;
}
