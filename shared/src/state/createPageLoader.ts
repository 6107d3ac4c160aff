import { createContext, data, type LoaderFunction, type LoaderFunctionArgs } from 'react-router-dom';
import type { ShopStore } from './createShopStore';

// The router hands loaders its typed context; every router of the shop is made with one.
declare module 'react-router' {
  interface Future {
    v8_middleware: true;
  }
}

/** Where loaders find the store of this visit or this request. */
export const storeContext = createContext<ShopStore>();

/** The HTTP status of the rendered page, where it is not 200. */
export interface PageStatus {
  readonly status: number;
}

type Load = (store: ShopStore, args: LoaderFunctionArgs) => Promise<PageStatus | void>;

const isServer = typeof window === 'undefined';

/**
 * A route loader that fills the store. The server waits for it, so that the page arrives whole; the browser does not,
 * so that a click answers at once and the page shows its skeleton meanwhile. Failures live in slices, not in loaders.
 */
export const createPageLoader =
  (load: Load): LoaderFunction =>
  async (args) => {
    const loading = load(args.context.get(storeContext), args);
    if (!isServer) return null;
    const page = await loading;
    return page ? data(null, { status: page.status }) : null;
  };
