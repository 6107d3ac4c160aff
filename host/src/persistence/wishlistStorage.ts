import { readStored, writeKept } from './browserStorage';
import { parseKeptWishlist } from './keptState';
import type { WishlistStorage } from './keepWishlist';

export const WISHLIST_KEY = 'shop.wishlist';

/** The wishlist of who is signed out, in this browser. */
export const wishlistStorage: WishlistStorage = {
  read: () => parseKeptWishlist(readStored(WISHLIST_KEY)) ?? [],
  write: (items) => void writeKept(WISHLIST_KEY, items),
};
