import { redirect, type LoaderFunction, type LoaderFunctionArgs } from 'react-router-dom';
import { safeReturnPath } from '../contracts/returnPath';
import { paths, signInHref } from '../navigation/paths';
import { isSessionOver, selectIsAuthenticated, sessionRead } from './authSlice';
import type { ShopStore } from './createShopStore';
import { pageLoader, storeContext, type PageStatus } from './pageLoader';

const isServer = typeof window === 'undefined';
const mayBeSignedIn = (request: Request): boolean =>
  isServer ? request.headers.has('cookie') : document.cookie.includes('signed_in=');

/**
 * A page that was not rendered by the server, or was while the API was away, does not know who is looking at it: it
 * asks. Throws where nobody answers: "your account is not loading", with Retry, is truer than "log in".
 */
const ensureSession = async (store: ShopStore, request: Request): Promise<boolean> => {
  if (selectIsAuthenticated(store.getState())) return true;
  if (!mayBeSignedIn(request)) return false;
  const read = await store.dispatch(sessionRead());
  if (sessionRead.rejected.match(read) && !isSessionOver(read.meta))
    throw new Error(read.payload ?? 'Nobody answered who is signed in');
  return selectIsAuthenticated(store.getState());
};

const pathOf = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** The loader of an account's screen: who is signed out is sent to sign in, and back (product.md 2.6). */
export const accountLoader = (
  load: (store: ShopStore, args: LoaderFunctionArgs) => Promise<PageStatus | void> = async () => undefined,
): LoaderFunction => {
  const loadPage = pageLoader(load);
  return async (args, handlerContext) => {
    if (!(await ensureSession(args.context.get(storeContext), args.request)))
      return redirect(signInHref(pathOf(args.request)));
    return loadPage(args, handlerContext);
  };
};

/**
 * The loader of a screen for who is signed out: who is signed in already goes on to where they wanted (product.md 8.1).
 */
export const signedOutLoader = (): LoaderFunction => (args) => {
  if (!selectIsAuthenticated(args.context.get(storeContext).getState())) return null;
  return redirect(safeReturnPath(new URL(args.request.url).searchParams.get('next'), paths.home));
};
