import { readStored, writeStored } from './browserStorage';
import { parseStoredWishlist } from './storedState';
import type { WishlistStorage } from './persistWishlist';

export const WISHLIST_KEY = 'shop.wishlist';

/** The wishlist of who is signed out, in this browser. */
export const wishlistStorage: WishlistStorage = {
  read: () => parseStoredWishlist(readStored(WISHLIST_KEY)) ?? [],
  write: (items) => void writeStored(WISHLIST_KEY, items),
};
