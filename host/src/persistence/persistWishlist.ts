import type { Middleware } from 'redux';
import type { ApiClient } from '@shop/shared/api-client';
import {
  notify,
  wishlistItemAdded,
  wishlistItemRemoved,
  wishlistMerged,
  wishlistReceived,
  type AppDispatch,
  type RootState,
  type WishlistItem,
} from '@shop/shared/state';

/** Storage for a guest's wishlist. */
export interface WishlistStorage {
  read(): readonly WishlistItem[];
  write(items: readonly WishlistItem[]): void;
}

const SAVE_FAILED = 'Your wishlist could not be saved. Please try again.';

/**
 * Middleware that stores the wishlist in the browser for guests and on the server for customers. At sign-in the guest's
 * items are added to the server's list and removed from the browser, so signing out leaves nothing behind.
 */
export const createWishlistMiddleware = (
  api: ApiClient,
  storage: WishlistStorage,
): Middleware<object, RootState, AppDispatch> => {
  /** Sends changes to the server in order. */
  let queue: Promise<unknown> = Promise.resolve();

  return (store) => {
    const { dispatch } = store;
    const getState = (): RootState => store.getState();
    const mergeStored = async (): Promise<void> => {
      const collected = storage.read();
      const merged = await dispatch(wishlistMerged(collected));
      if (wishlistMerged.fulfilled.match(merged)) storage.write([]);
      else if (collected.length > 0) dispatch(notify(SAVE_FAILED, 'alert'));
    };

    const sendChange = async (action: unknown): Promise<void> => {
      const { addToWishlist, removeFromWishlist } = await import(
        /* webpackChunkName: "contracts" */ '@shop/contracts/wishlist'
      );
      const result = wishlistItemAdded.match(action)
        ? await api.request(addToWishlist, { body: { product_ids: [action.payload.id] } })
        : wishlistItemRemoved.match(action) &&
          (await api.request(removeFromWishlist, { params: { id: action.payload } }));
      if (!result || result.ok || !getState().auth.isAuthenticated) return;
      // Report the failure and show the server's list again.
      dispatch(notify(SAVE_FAILED, 'alert'));
      await dispatch(wishlistMerged([]));
    };

    return (next) => (action) => {
      const before = getState();
      const result = next(action);
      const after = getState();
      const signedIn = after.auth.isAuthenticated;
      if (signedIn && !before.auth.isAuthenticated) queue = queue.then(mergeStored);
      else if (signedIn && (wishlistItemAdded.match(action) || wishlistItemRemoved.match(action)))
        queue = queue.then(() => sendChange(action));
      else if (!signedIn && !before.auth.isAuthenticated && after.profile.wishlist !== before.profile.wishlist)
        storage.write(after.profile.wishlist);
      return result;
    };
  };
};

/**
 * Restores the stored wishlist on page load: shown to guests, or added to the account's list after a sign-in elsewhere.
 */
export const restoreWishlist = (
  store: { readonly dispatch: AppDispatch; getState(): RootState },
  storage: WishlistStorage,
): void => {
  const stored = storage.read();
  if (!store.getState().auth.isAuthenticated) store.dispatch(wishlistReceived(stored));
  else if (stored.length > 0)
    void store
      .dispatch(wishlistMerged(stored))
      .then((merged) => wishlistMerged.fulfilled.match(merged) && storage.write([]));
};
