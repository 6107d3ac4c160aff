import { redirect, type LoaderFunction, type LoaderFunctionArgs } from 'react-router-dom';
import { toSafeReturnPath } from '../contracts/toSafeReturnPath';
import { paths, buildSignInHref } from '../navigation/paths';
import { isSessionExpired, selectIsAuthenticated, sessionRead } from './authSlice';
import type { ShopStore } from './createShopStore';
import { createPageLoader, storeContext, type PageStatus } from './createPageLoader';

const isServer = typeof window === 'undefined';
const hasSessionHint = (request: Request): boolean =>
  isServer ? request.headers.has('cookie') : document.cookie.includes('signed_in=');

/**
 * A page that was not rendered by the server, or was while the API was away, does not know who is looking at it: it
 * asks. Throws where nobody answers: "your account is not loading", with Retry, is truer than "log in".
 */
const ensureSession = async (store: ShopStore, request: Request): Promise<boolean> => {
  if (selectIsAuthenticated(store.getState())) return true;
  if (!hasSessionHint(request)) return false;
  const read = await store.dispatch(sessionRead());
  if (sessionRead.rejected.match(read) && !isSessionExpired(read.meta))
    throw new Error(read.payload ?? 'Nobody answered who is signed in');
  return selectIsAuthenticated(store.getState());
};

const getPath = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** The loader of an account's screen: who is signed out is sent to sign in, and back (product.md 2.6). */
export const createAccountLoader = (
  load: (store: ShopStore, args: LoaderFunctionArgs) => Promise<PageStatus | void> = async () => undefined,
): LoaderFunction => {
  const loadPage = createPageLoader(load);
  return async (args, handlerContext) => {
    if (!(await ensureSession(args.context.get(storeContext), args.request)))
      return redirect(buildSignInHref(getPath(args.request)));
    return loadPage(args, handlerContext);
  };
};

/**
 * The loader of a screen for who is signed out: who is signed in already goes on to where they wanted (product.md 8.1).
 */
export const createSignedOutLoader = (): LoaderFunction => (args) => {
  if (!selectIsAuthenticated(args.context.get(storeContext).getState())) return null;
  return redirect(toSafeReturnPath(new URL(args.request.url).searchParams.get('next'), paths.home));
};
