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
 * Reads the session if it is unknown, because the page was not server-rendered or the API was unavailable. Throws if
 * that fails: an error with a retry button is more accurate than the sign-in page.
 */
const ensureSession = async (store: ShopStore, request: Request): Promise<boolean> => {
  if (selectIsAuthenticated(store.getState())) return true;
  if (!hasSessionHint(request)) return false;
  const read = await store.dispatch(sessionRead());
  if (sessionRead.rejected.match(read) && !isSessionExpired(read.meta))
    throw new Error(read.payload ?? 'The session could not be read');
  return selectIsAuthenticated(store.getState());
};

const getPath = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** Creates a loader for pages that require a customer; others are redirected to sign in and back (product.md 2.6). */
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

/** Creates a loader for pages for guests; customers are redirected to where they wanted to go (product.md 8.1). */
export const createSignedOutLoader = (): LoaderFunction => (args) => {
  if (!selectIsAuthenticated(args.context.get(storeContext).getState())) return null;
  return redirect(toSafeReturnPath(new URL(args.request.url).searchParams.get('next'), paths.home));
};
