import {
  combineReducers,
  configureStore,
  type Middleware,
  type Reducer,
  type Store,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import type { RemoteSlice } from '../remote/RemoteModule';
import { authSlice } from './authSlice';
import { cartSlice } from './cartSlice';
import { categoriesSlice } from './categoriesSlice';
import { currencySlice } from './currencySlice';
import type { LazySlices } from './LazySlices';
import { noticesSlice } from './noticesSlice';
import { profileSlice } from './profileSlice';
import { quickViewSlice } from './quickViewSlice';
import type { ShopServices } from './ShopServices';
import { siteSlice } from './siteSlice';
import { storefrontSlice } from './storefrontSlice';

const sharedReducers = {
  auth: authSlice.reducer,
  cart: cartSlice.reducer,
  categories: categoriesSlice.reducer,
  currency: currencySlice.reducer,
  notices: noticesSlice.reducer,
  profile: profileSlice.reducer,
  quickView: quickViewSlice.reducer,
  site: siteSlice.reducer,
  storefront: storefrontSlice.reducer,
};

type SharedState = { [K in keyof typeof sharedReducers]: ReturnType<(typeof sharedReducers)[K]> };
export type RootState = SharedState & LazySlices;
export type AppDispatch = ThunkDispatch<RootState, ShopServices, UnknownAction>;

export interface ShopStore extends Store<RootState> {
  dispatch: AppDispatch;
  /**
   * Adds a remote's slices. Handing over the same reducer again changes nothing.
   * @throws {SliceConflictError} when another reducer already holds a key: two bundles would overwrite each other.
   */
  injectSlices(slices: readonly RemoteSlice[], owner: string): void;
  /**
   * Puts another release's slices in place of all that this owner has; they begin anew, for what a release kept only
   * itself can read.
   */
  replaceSlices(slices: readonly RemoteSlice[], owner: string): void;
}

export interface ShopStoreOptions {
  readonly services: ShopServices;
  /** State rendered by the server; a remote's part waits here until that remote's slices arrive. */
  readonly preloadedState?: Readonly<Record<string, unknown>>;
  /** What else listens to actions, such as what keeps the wishlist. */
  readonly middleware?: readonly Middleware<object, RootState, AppDispatch>[];
}

export class SliceConflictError extends Error {
  override name = 'SliceConflictError';
  constructor(key: string, owner: string, takenBy: string) {
    super(`The slice "${key}" of ${owner} is already held by ${takenBy}`);
  }
}

/** Keys of the store that are the shop's own: no remote may have one of them. */
export const sharedSlices: readonly string[] = Object.keys(sharedReducers);

const isSharedKey = (key: string): boolean => Object.hasOwn(sharedReducers, key);

/**
 * Makes THE store: once in the browser, once per request on the server. Reached through Provider, hooks and loaders
 * only.
 */
export const createShopStore = ({ services, preloadedState = {}, middleware = [] }: ShopStoreOptions): ShopStore => {
  const injected = new Map<string, { reducer: Reducer; owner: string }>();
  const preloadedShared = Object.fromEntries(Object.entries(preloadedState).filter(([key]) => isSharedKey(key)));

  const store = configureStore({
    reducer: combineReducers(sharedReducers),
    preloadedState: preloadedShared,
    middleware: (getDefault) =>
      // Services hold functions on purpose; state and actions stay checked in development.
      // typed for the shop's whole state, which grows
      getDefault({ thunk: { extraArgument: services } }).concat(middleware as readonly Middleware[]),
  });

  const withInitialState =
    (reducer: Reducer, initial: unknown): Reducer =>
    (state: unknown, action): unknown =>
      reducer(state === undefined ? initial : state, action);

  const initialStates = new Map(Object.entries(preloadedState));
  const updateReducer = (): void => {
    const lazyReducers = Object.fromEntries(
      [...injected].map(([key, { reducer }]) => [key, withInitialState(reducer, initialStates.get(key))]),
    );
    store.replaceReducer(combineReducers({ ...sharedReducers, ...lazyReducers })); // the key set grows at run time
  };

  const injectSlices: ShopStore['injectSlices'] = (slices, owner) => {
    for (const { reducerPath, reducer } of slices) {
      const existing = injected.get(reducerPath);
      const conflictingOwner = isSharedKey(reducerPath)
        ? '@shop/shared'
        : existing?.reducer !== reducer
          ? existing?.owner
          : undefined;
      if (conflictingOwner) throw new SliceConflictError(reducerPath, owner, conflictingOwner);
      injected.set(reducerPath, { reducer, owner });
    }
    updateReducer();
  };

  const replaceSlices: ShopStore['replaceSlices'] = (slices, owner) => {
    for (const key of [...injected].flatMap(([taken, holder]) => (holder.owner === owner ? taken : []))) {
      injected.delete(key);
      initialStates.delete(key);
    }
    updateReducer(); // drops what they held
    injectSlices(slices, owner);
  };

  // narrows to the shop's own surface
  return Object.assign(store, { injectSlices, replaceSlices }) as unknown as ShopStore;
};
