import { createContext, data, type LoaderFunction, type LoaderFunctionArgs } from 'react-router-dom';
import type { ShopStore } from './createShopStore';

// All routers of the shop use typed contexts.
declare module 'react-router' {
  interface Future {
    v8_middleware: true;
  }
}

/** Context with the store of the page or request. */
export const storeContext = createContext<ShopStore>();

/** HTTP status of the rendered page, if not 200. */
export interface PageStatus {
  readonly status: number;
}

/** A Response is a redirect, which only the server follows: in the browser, the page leads on. */
export type LoadPage = (store: ShopStore, args: LoaderFunctionArgs) => Promise<PageStatus | Response | void>;

export const isServer = typeof window === 'undefined';

/**
 * Creates a route loader that fills the store. The server waits for it, so that the page is complete. The browser does
 * not, so that navigation is immediate and the page shows a skeleton. Failures are stored in slices.
 */
export const createPageLoader =
  (load: LoadPage): LoaderFunction =>
  async (args) => {
    const loading = load(args.context.get(storeContext), args);
    if (!isServer) return null;
    const page = await loading;
    if (page instanceof Response) return page;
    return page ? data(null, { status: page.status }) : null;
  };
