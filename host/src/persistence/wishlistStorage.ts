import { readStored, writeStored } from './browserStorage';
import { parseStoredWishlist } from './storedState';
import type { WishlistStorage } from './persistWishlist';

export const WISHLIST_KEY = 'shop.wishlist';

/** Stores a guest's wishlist in local storage. */
export const wishlistStorage: WishlistStorage = {
  read: () => parseStoredWishlist(readStored(WISHLIST_KEY)) ?? [],
  write: (items) => void writeStored(WISHLIST_KEY, items),
};
