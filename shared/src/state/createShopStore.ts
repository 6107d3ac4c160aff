import { configureStore, type ThunkDispatch } from '@reduxjs/toolkit';
import { combineReducers, type Middleware, type Reducer, type Store, type UnknownAction } from 'redux';
import type { RemoteSlice } from '../remote/RemoteModule';
import { authSlice } from './authSlice';
import { cartSlice } from './cartSlice';
import { categoriesSlice } from './categoriesSlice';
import { currencySlice } from './currencySlice';
import type { LazySlices } from './LazySlices';
import { noticesSlice } from './noticesSlice';
import { placeSlice } from './placeSlice';
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
  place: placeSlice.reducer,
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
   * Adds a remote's slices. Injecting the same reducer again changes nothing.
   * @throws {SliceConflictError} if another reducer already has a key, because two bundles would overwrite each other.
   * @throws {SliceError} if a reducer has no first state. No slice is added then.
   */
  injectSlices(slices: readonly RemoteSlice[], owner: string): void;
  /**
   * Replaces all slices of an owner by those of another release. Their state starts fresh, because only the same
   * release can read it.
   */
  replaceSlices(slices: readonly RemoteSlice[], owner: string): void;
}

export interface ShopStoreOptions {
  readonly services: ShopServices;
  /** State rendered by the server. A remote's part is applied when its slices are injected. */
  readonly preloadedState?: Readonly<Record<string, unknown>>;
  /** Additional middleware, such as for persistence. */
  readonly middleware?: readonly Middleware<object, RootState, AppDispatch>[];
  /**
   * Called at the first failure of a remote's reducer. Its slice keeps its state, and the action reaches all others.
   * Without it, `dispatch` throws: a page on the server, or a trial, must not go on.
   */
  readonly onSliceError?: (error: SliceError) => void;
}

/** A remote's reducer failed. */
export class SliceError extends Error {
  override name = 'SliceError';
  constructor(
    key: string,
    readonly owner: string,
    cause: unknown,
  ) {
    super(`The slice "${key}" failed: ${String(cause)}`, { cause });
  }
}

export class SliceConflictError extends Error {
  override name = 'SliceConflictError';
  constructor(key: string, owner: string, takenBy: string) {
    super(`The slice "${key}" of ${owner} is already used by ${takenBy}`);
  }
}

interface InjectedSlice {
  readonly reducer: Reducer;
  readonly owner: string;
  readonly wrapped: Reducer;
}

/** State keys of the shop itself, which remotes cannot use. */
export const sharedSlices: readonly string[] = Object.keys(sharedReducers);

const isSharedKey = (key: string): boolean => Object.hasOwn(sharedReducers, key);

/**
 * Creates the store: once in the browser, once per request on the server. Access it only through Provider, hooks and
 * loaders.
 */
export const createShopStore = ({
  services,
  preloadedState = {},
  middleware = [],
  onSliceError,
}: ShopStoreOptions): ShopStore => {
  const injected = new Map<string, InjectedSlice>();
  const preloadedShared = Object.fromEntries(Object.entries(preloadedState).filter(([key]) => isSharedKey(key)));

  const store = configureStore({
    reducer: combineReducers(sharedReducers),
    preloadedState: preloadedShared,
    middleware: (getDefault) =>
      // Services contain functions; state and actions are still checked in development. The cast is needed because the
      // state type grows with injected slices.
      getDefault({ thunk: { extraArgument: services } }).concat(middleware as readonly Middleware[]),
  });

  const initialStates = new Map(Object.entries(preloadedState));

  /**
   * Starts with the server's state, and keeps a failure of the reducer from all other slices.
   * @throws {SliceError} if it fails without a state to keep. Inside the store, that would end every later dispatch.
   */
  const wrapReducer = ({ reducerPath: key, reducer }: RemoteSlice, owner: string): Reducer => {
    const reduce = (state: unknown, action: UnknownAction): unknown => {
      try {
        const next: unknown = reducer(state, action);
        if (next === undefined) throw new TypeError(`it returned undefined for ${action.type}`);
        return next;
      } catch (cause) {
        throw new SliceError(key, owner, cause);
      }
    };
    const first = reduce(initialStates.get(key), { type: 'slices/injected' });
    let hasFailed = false;
    return (state: unknown = first, action): unknown => {
      try {
        return reduce(state, action);
      } catch (error) {
        if (!onSliceError || !(error instanceof SliceError)) throw error;
        if (!hasFailed) onSliceError(error);
        hasFailed = true;
        return state;
      }
    };
  };

  const updateReducer = (): void => {
    const lazyReducers = Object.fromEntries([...injected].map(([key, { wrapped }]) => [key, wrapped]));
    store.replaceReducer(combineReducers({ ...sharedReducers, ...lazyReducers })); // keys are added at run time
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
    }
    const added = slices
      .filter(({ reducerPath }) => !injected.has(reducerPath))
      .map((slice) => ({ ...slice, owner, wrapped: wrapReducer(slice, owner) }));
    for (const { reducerPath, ...slice } of added) injected.set(reducerPath, slice);
    updateReducer();
  };

  const replaceSlices: ShopStore['replaceSlices'] = (slices, owner) => {
    for (const key of [...injected].flatMap(([taken, holder]) => (holder.owner === owner ? taken : []))) {
      injected.delete(key);
      initialStates.delete(key);
    }
    updateReducer(); // drops their state
    injectSlices(slices, owner);
  };

  /** A listener that throws must not keep a change from the others: its error is uncaught instead. */
  const subscribe: ShopStore['subscribe'] = (listener) =>
    store.subscribe(() => {
      try {
        listener();
      } catch (error) {
        setTimeout(() => {
          throw error;
        });
      }
    });

  const replaceReducer = (): never => {
    throw new Error('Use injectSlices');
  };

  // Only the shop's interface, which no bundle can change for the others.
  return Object.freeze({
    ...store,
    subscribe,
    replaceReducer,
    injectSlices,
    replaceSlices,
  }) as unknown as ShopStore;
};
