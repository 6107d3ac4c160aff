import { STOREFRONT_COOKIE } from '@shop/shared/storefronts';
import { cartRestored, wishlistReceived, type ShopStore } from '@shop/shared/state';
import { readKept, writeKept } from './browserStorage';
import { beginWishlist } from './keepWishlist';
import { parseKeptCart, parseKeptWishlist } from './keptState';
import { WISHLIST_KEY, wishlistStorage } from './wishlistStorage';

const CART_KEY = 'shop.cart';
const ONE_YEAR_S = 31_536_000;

/** Restores what this browser kept, and keeps cart and storefront as they change, here and in other tabs. Answers how to stop. */
export const keepInBrowser = (store: ShopStore): (() => void) => {
  const restoreCart = (text: string | null): void => void store.dispatch(cartRestored(parseKeptCart(text) ?? []));
  restoreCart(readKept(CART_KEY));
  beginWishlist(store, wishlistStorage);

  let { cart, storefront } = store.getState();
  const stopKeeping = store.subscribe(() => {
    const next = store.getState();
    if (next.cart.items !== cart.items) writeKept(CART_KEY, next.cart.items);
    const switched = next.storefront.currentStore !== storefront.currentStore;
    ({ cart, storefront } = next);
    if (switched) document.cookie = `${STOREFRONT_COOKIE}=${storefront.currentStore}; path=/; max-age=${ONE_YEAR_S}; samesite=lax`;
  });

  // Fires in the other tabs only; restoring writes nothing that differs, so tabs do not answer each other.
  const followOtherTab = ({ key, newValue, storageArea }: StorageEvent): void => {
    if (storageArea !== localStorage) return;
    const { auth, profile } = store.getState();
    if (key === CART_KEY && JSON.stringify(cart.items) !== newValue) restoreCart(newValue ?? '[]');
    if (key === WISHLIST_KEY && !auth.isAuthenticated && JSON.stringify(profile.wishlist) !== newValue) {
      store.dispatch(wishlistReceived(parseKeptWishlist(newValue) ?? []));
    }
  };
  window.addEventListener('storage', followOtherTab);
  return () => {
    stopKeeping();
    window.removeEventListener('storage', followOtherTab);
  };
};
