import type { ShopStore } from '@shop/shared/state';
import { useEffect, type ReactNode } from 'react';
import { keepInBrowser } from './keepInBrowser';

/** Wraps the app: what was kept arrives as a change after the first render, which must equal the server's. */
export function KeptInBrowser({ store, children }: { readonly store: ShopStore; readonly children: ReactNode }) {
  useEffect(() => keepInBrowser(store), [store]);
  return children;
}
