import { createContext, type RouterContextProvider } from 'react-router-dom';
import { isSessionExpired, selectIsAuthenticated, sessionRead } from './authSlice';
import { isServer } from './createPageLoader';
import type { ShopStore } from './createShopStore';

/** Context of pages on the server: whether the visitor may be signed in. It knows nothing else of the visitor. */
export const sessionHintContext = createContext(false);

/** Whether the visitor may be signed in. */
export const hasSessionHint = (context: Readonly<Pick<RouterContextProvider, 'get'>>): boolean =>
  isServer ? context.get(sessionHintContext) : hasSessionCookie();

/** The cookie that says so to pages: the session's own is hidden from them. */
export const hasSessionCookie = (): boolean => document.cookie.includes('signed_in=');

const reading = new WeakMap<ShopStore, Promise<void>>();

const read = async (store: ShopStore): Promise<void> => {
  const answer = await store.dispatch(sessionRead());
  if (sessionRead.rejected.match(answer) && !isSessionExpired(answer.meta))
    throw new Error(answer.payload ?? 'The session could not be read');
};

/**
 * Reads the session unless it is known, once for all who ask meanwhile. Resolves to whether the visitor is signed in.
 * Rejects if the API does not answer: an error with a retry button is more accurate than the sign-in page.
 */
export const readSession = async (store: ShopStore): Promise<boolean> => {
  if (!selectIsAuthenticated(store.getState()) && hasSessionCookie()) {
    const pending = reading.get(store) ?? read(store).finally(() => reading.delete(store));
    reading.set(store, pending);
    await pending;
  }
  return selectIsAuthenticated(store.getState());
};
