import { STOREFRONT_COOKIE } from '@shop/shared/storefronts';
import { cartRestored, wishlistRestored, type ShopStore } from '@shop/shared/state';
import { parseKeptCart, parseKeptWishlist } from './keptState';

const CART_KEY = 'shop.cart';
const WISHLIST_KEY = 'shop.wishlist';
const ONE_YEAR_S = 31_536_000;

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is blocked: the shop works, it only forgets
  }
};

const write = (key: string, value: unknown): void => {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // blocked or full: the cart lives on in this page
  }
};

/** Restores what this browser kept, and keeps cart, wishlist and storefront as they change, here and in other tabs. Answers how to stop. */
export const keepInBrowser = (store: ShopStore): (() => void) => {
  const restore = (key: string, text: string | null): void => {
    if (key === CART_KEY) {
      store.dispatch(cartRestored(parseKeptCart(text) ?? []));
    }
    if (key === WISHLIST_KEY) {
      const wishlist = parseKeptWishlist(text);
      if (wishlist) store.dispatch(wishlistRestored(wishlist));
    }
  };
  for (const key of [CART_KEY, WISHLIST_KEY]) restore(key, read(key));

  let { cart, profile, storefront } = store.getState();
  const keepStorefront = (): void => {
    document.cookie = `${STOREFRONT_COOKIE}=${storefront.currentStore}; path=/; max-age=${ONE_YEAR_S}; samesite=lax`;
  };

  const stopKeeping = store.subscribe(() => {
    const next = store.getState();
    if (next.cart.items !== cart.items) write(CART_KEY, next.cart.items);
    if (next.profile.wishlist !== profile.wishlist) write(WISHLIST_KEY, next.profile.wishlist);
    const switched = next.storefront.currentStore !== storefront.currentStore;
    ({ cart, profile, storefront } = next);
    if (switched) keepStorefront();
  });

  const currentOf = (key: string): unknown => (key === CART_KEY ? cart.items : key === WISHLIST_KEY ? profile.wishlist : undefined);
  // Fires in the other tabs only; restoring writes nothing that differs, so tabs do not answer each other.
  const followOtherTab = ({ key, newValue, storageArea }: StorageEvent): void => {
    if (key !== null && storageArea === localStorage && JSON.stringify(currentOf(key)) !== newValue) restore(key, newValue ?? '[]');
  };
  window.addEventListener('storage', followOtherTab);
  return () => {
    stopKeeping();
    window.removeEventListener('storage', followOtherTab);
  };
};
