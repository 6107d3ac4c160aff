import type { CartGateway } from '@shop/shared/gateways';
import type { ShopStore } from '@shop/shared/state';
import { useEffect, type ReactNode } from 'react';
import { followSession } from './followSession';
import { keepCart } from './keepCart';
import { persistToStorage } from './persistToStorage';

interface KeptInBrowserProps {
  readonly store: ShopStore;
  readonly cartGateway: CartGateway;
  /** Somebody signed in or out in another tab: what this one shows may be another's now. */
  readonly onSessionElsewhere: () => void;
  readonly children: ReactNode;
}

/** Wraps the app: what was kept arrives as a change after the first render, which must equal the server's. */
export function KeptInBrowser({ store, cartGateway, onSessionElsewhere, children }: KeptInBrowserProps) {
  useEffect(() => keepCart(store, cartGateway), [store, cartGateway]);
  useEffect(() => persistToStorage(store), [store]);
  useEffect(() => followSession(store, onSessionElsewhere), [store, onSessionElsewhere]);
  // Who watches from outside, such as a browser test, sees when the page answers by itself.
  useEffect(() => {
    document.documentElement.dataset['awake'] = 'true';
  }, []);
  return children;
}
