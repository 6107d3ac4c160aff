import { CURRENCY_COOKIE } from '@shop/shared/contracts/constants';
import { STOREFRONT_COOKIE } from '@shop/shared/storefronts';
import { wishlistReceived, type ShopStore } from '@shop/shared/state';
import { beginWishlist } from './keepWishlist';
import { parseKeptWishlist } from './keptState';
import { WISHLIST_KEY, wishlistStorage } from './wishlistStorage';

const ONE_YEAR_S = 31_536_000;

const keepCookie = (name: string, value: string): void => {
  document.cookie = `${name}=${value}; path=/; max-age=${ONE_YEAR_S}; samesite=lax`;
};

/**
 * Restores the kept wishlist, and keeps storefront and currency, which the server renders by, as they change. Answers
 * how to stop.
 */
export const persistToStorage = (store: ShopStore): (() => void) => {
  beginWishlist(store, wishlistStorage);

  let { storefront, currency } = store.getState();
  const stopKeeping = store.subscribe(() => {
    const next = store.getState();
    if (next.storefront.currentStore !== storefront.currentStore)
      keepCookie(STOREFRONT_COOKIE, next.storefront.currentStore);
    if (next.currency.code !== currency.code) keepCookie(CURRENCY_COOKIE, next.currency.code);
    ({ storefront, currency } = next);
  });

  // Fires in the other tabs only; restoring writes nothing that differs, so tabs do not answer each other.
  const followOtherTab = ({ key, newValue, storageArea }: StorageEvent): void => {
    if (storageArea !== localStorage || key !== WISHLIST_KEY) return;
    const { auth, profile } = store.getState();
    if (!auth.isAuthenticated && JSON.stringify(profile.wishlist) !== newValue)
      store.dispatch(wishlistReceived(parseKeptWishlist(newValue) ?? []));
  };
  window.addEventListener('storage', followOtherTab);
  return () => {
    stopKeeping();
    window.removeEventListener('storage', followOtherTab);
  };
};
