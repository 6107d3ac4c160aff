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

/** The stored items and those added before they were read. */
const join = (stored: readonly WishlistItem[], added: readonly WishlistItem[]): WishlistItem[] => [
  ...stored,
  ...added.filter(({ id }) => !stored.some((item) => item.id === id)),
];

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
  /** Changes that the server has not answered. Its lists do not have them. */
  const unanswered = new Set<unknown>();
  /** Until the stored list is read, what a guest adds would replace it. */
  let isRestored = false;

  return (store) => {
    const { dispatch } = store;
    const getState = (): RootState => store.getState();
    const mergeCollected = async (added: readonly WishlistItem[]): Promise<void> => {
      const collected = join(storage.read(), added);
      const merged = await dispatch(wishlistMerged(collected));
      if (wishlistMerged.fulfilled.match(merged)) storage.write([]);
      else if (collected.length > 0) dispatch(notify(SAVE_FAILED, 'alert'));
    };

    const sendChange = async (action: unknown): Promise<void> => {
      // The session ended meanwhile.
      if (!unanswered.has(action)) return;
      const { addToWishlist, removeFromWishlist } = await import(
        /* webpackChunkName: "contracts" */ '@shop/contracts/wishlist'
      );
      const result = wishlistItemAdded.match(action)
        ? await api.request(addToWishlist, { body: { product_ids: [action.payload.id] } })
        : wishlistItemRemoved.match(action) &&
          (await api.request(removeFromWishlist, { params: { id: action.payload } }));
      if (!unanswered.delete(action) || !result || result.ok) return;
      // Report the failure and show the server's list again.
      dispatch(notify(SAVE_FAILED, 'alert'));
      await dispatch(wishlistMerged([]));
    };

    return (next) => (action) => {
      const before = getState();
      const result = next(action);
      if (wishlistReceived.match(action)) {
        isRestored = true;
        for (const change of unanswered) next(change);
      }
      const after = getState();
      const signedIn = after.auth.isAuthenticated;
      if (!signedIn) unanswered.clear();
      if (signedIn && !before.auth.isAuthenticated) {
        const added = before.profile.wishlist;
        queue = queue.then(() => mergeCollected(added));
      } else if (signedIn && (wishlistItemAdded.match(action) || wishlistItemRemoved.match(action))) {
        unanswered.add(action);
        queue = queue.then(() => sendChange(action));
      } else if (
        !signedIn &&
        !before.auth.isAuthenticated &&
        isRestored &&
        after.profile.wishlist !== before.profile.wishlist
      )
        storage.write(after.profile.wishlist);
      return result;
    };
  };
};

/** Shows guests the stored wishlist, once it is known that they are guests. A customer's is merged at sign-in. */
export const restoreWishlist = (
  store: { readonly dispatch: AppDispatch; getState(): RootState },
  storage: WishlistStorage,
): void => {
  const { auth, profile } = store.getState();
  if (!auth.isAuthenticated) store.dispatch(wishlistReceived(join(storage.read(), profile.wishlist)));
};
