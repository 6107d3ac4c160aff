import { redirect, type LoaderFunction } from 'react-router-dom';
import { toSafeReturnPath } from '@shop/contracts/toSafeReturnPath';
import { paths, buildSignInHref } from '../navigation/paths';
import { createPageLoader, isServer, storeContext, type LoadPage } from './createPageLoader';
import { hasSessionHint, readSession } from './readSession';

/** What the server leaves to the browser: the whole page, which is a skeleton until then, or a part of it. */
type Left = 'page' | 'part';

/** Data of a route that the server has left to the browser. */
interface LeftToBrowser {
  readonly left: Left;
}

/** Returns what the server has left of a route to the browser, by the route's data. */
export const findLeft = (routeData: unknown): Left | undefined =>
  typeof routeData === 'object' && routeData !== null && 'left' in routeData
    ? (routeData as LeftToBrowser).left // only the loaders below return it
    : undefined;

interface PersonalOptions {
  readonly left?: Left;
  /** True if guests have nothing of their own here, so that the server renders their page. */
  readonly isForCustomers?: boolean;
}

/**
 * Creates a loader for a page with data of its visitor. Only the browser loads them: code that runs for everybody on
 * the server gets nothing of a visitor.
 */
export const createPersonalLoader = (
  load: LoadPage,
  { left = 'page', isForCustomers = false }: PersonalOptions = {},
): LoaderFunction => {
  const loadPage = createPageLoader(load);
  return async (args, handlerContext) => {
    if (!isServer) await readSession(args.context.get(storeContext));
    else if (!isForCustomers || hasSessionHint(args.context)) return { left } satisfies LeftToBrowser;
    return loadPage(args, handlerContext);
  };
};

const getPath = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
};

/** Creates a loader for pages that require a customer; others are redirected to sign in and back (product.md 2.6). */
export const createAccountLoader = (load: LoadPage = async () => undefined): LoaderFunction => {
  const loadPage = createPageLoader(load);
  return async (args, handlerContext) => {
    const { context, request } = args;
    const mayEnter = isServer ? hasSessionHint(context) : await readSession(context.get(storeContext));
    if (!mayEnter) return redirect(buildSignInHref(getPath(request)));
    return isServer ? ({ left: 'page' } satisfies LeftToBrowser) : loadPage(args, handlerContext);
  };
};

/** Creates a loader for pages for guests; customers are redirected to where they wanted to go (product.md 8.1). */
export const createSignedOutLoader = (): LoaderFunction => async (args) => {
  const { context, request } = args;
  if (isServer) return hasSessionHint(context) ? ({ left: 'page' } satisfies LeftToBrowser) : null;
  if (!(await readSession(context.get(storeContext)))) return null;
  return redirect(toSafeReturnPath(new URL(request.url).searchParams.get('next'), paths.home));
};
