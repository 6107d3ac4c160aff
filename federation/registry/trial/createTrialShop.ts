import { createApiClient } from '@shop/shared/api-client';
import { aProduct } from '@shop/contracts/answers/builders';
import { countPending } from '@shop/contracts/answers/createContractFetch';
import { createExampleFetch } from '@shop/contracts/answers/createExampleFetch';
import { createCartLine } from '@shop/shared/connected/createCartLine';
import type { RemoteModule } from '@shop/shared/remote';
import {
  cartItemAdded,
  createShopStore,
  sessionRead,
  siteRead,
  storeContext,
  storefrontEntered,
  wishlistMerged,
  type ShopStore,
} from '@shop/shared/state';
import { RouterContextProvider } from 'react-router-dom';
import type { Visitor } from './findPages';

const ORIGIN = 'http://shop.invalid';

export interface TrialShop {
  readonly store: ShopStore;
  readonly routerContext: () => RouterContextProvider;
  /** Number of pending API calls. */
  readonly pending: () => number;
}

let handleFetch: typeof fetch = () => Promise.reject(new Error('No page is open'));

/**
 * Redirects fetch to the contract API, for remotes that call fetch directly; nothing leaves the process. Call it before
 * the globals are recorded.
 */
export const interceptFetch = (): void => {
  globalThis.fetch = (input, init) => handleFetch(input, init);
};

/** Creates the shop around a remote for one visitor, with an API that responds with examples from its contracts. */
export const createTrialShop = async (
  { slices, slots }: RemoteModule,
  { audience, storefront, signedIn }: Visitor,
): Promise<TrialShop> => {
  const { fetch, pending } = countPending(createExampleFetch({ signedIn }));
  handleFetch = fetch;
  const api = createApiClient({ fetch, origin: ORIGIN });
  const store = createShopStore({ services: { api } });
  // Its reducers receive the shop's actions, too.
  store.injectSlices(slices, 'trial');
  const site = { origin: ORIGIN, menuLinks: slots?.['header-menu'] ?? [] };
  store.dispatch(siteRead(audience === 'staff' ? { ...site, audience } : site));
  store.dispatch(storefrontEntered(storefront));
  // Staff have neither a customer's account nor a cart.
  if (signedIn && audience === 'shoppers') {
    await Promise.all([store.dispatch(sessionRead()), store.dispatch(wishlistMerged([]))]);
    // The checkout needs a cart with an item.
    store.dispatch(cartItemAdded(createCartLine(aProduct())));
  }
  return {
    store,
    pending,
    routerContext: () => {
      const context = new RouterContextProvider();
      context.set(storeContext, store);
      return context;
    },
  };
};
