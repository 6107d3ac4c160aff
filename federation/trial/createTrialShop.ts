import { createApiClient } from '@shop/shared/api-client';
import { createApiGateways } from '@shop/shared/gateways';
import type { RemoteModule } from '@shop/shared/remote';
import {
  cartItemAdded,
  createShopStore,
  sessionRead,
  siteOpened,
  storeContext,
  storefrontEntered,
  tokenWithheld,
  wishlistMerged,
  type ShopStore,
} from '@shop/shared/state';
import { aNewCartItem } from '@shop/shared/testing/builders';
import { createContractFetch } from '@shop/shared/testing/createContractFetch';
import { RouterContextProvider } from 'react-router-dom';
import type { Visitor } from './findPages';

const ORIGIN = 'http://shop.invalid';

export interface TrialShop {
  readonly store: ShopStore;
  readonly routerContext: () => RouterContextProvider;
  /** How many calls to the API have no answer yet. */
  readonly pending: () => number;
}

let answer: typeof fetch = () => Promise.reject(new Error('No page is open'));

/** For remotes that call an API themselves: nothing leaves this process. Done before the globals are taken down. */
export const answerFetch = (): void => {
  globalThis.fetch = (input, init) => answer(input, init);
};

/** The shop around a remote as one visitor finds it, with an API that is nothing but its contracts. */
export const createTrialShop = async (
  { slices }: RemoteModule,
  { storefront, signedIn }: Visitor,
): Promise<TrialShop> => {
  const { fetch, pending } = createContractFetch({ signedIn });
  answer = fetch;
  const api = createApiClient({ fetch, origin: ORIGIN });
  const store = createShopStore({ services: { api, ...createApiGateways(api) } });
  store.dispatch(siteOpened(ORIGIN));
  store.dispatch(storefrontEntered(storefront));
  if (signedIn) {
    await Promise.all([store.dispatch(sessionRead()), store.dispatch(wishlistMerged([]))]);
    store.dispatch(tokenWithheld());
    // Without something in the cart nobody comes to pay.
    store.dispatch(cartItemAdded(aNewCartItem()));
  }
  store.injectSlices(slices, 'trial');
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
