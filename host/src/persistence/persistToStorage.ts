import { CURRENCY_COOKIE, PLACE_COOKIE } from '@shop/contracts/constants';
import { STOREFRONT_COOKIE } from '@shop/contracts/storefronts';
import { placeChosen, wishlistReceived, type ShopStore } from '@shop/shared/state';
import { restoreWishlist } from './persistWishlist';
import { parseStoredWishlist } from './storedState';
import { WISHLIST_KEY, wishlistStorage } from './wishlistStorage';

const ONE_YEAR_S = 31_536_000;

const setCookie = (name: string, value: string): void => {
  document.cookie = `${name}=${value}; path=/; max-age=${ONE_YEAR_S}; samesite=lax`;
};

/**
 * Restores the stored wishlist and the place that food goes to, and stores the place, and storefront and currency for
 * the server's renders, in cookies. Returns a function that stops this.
 */
export const persistToStorage = (store: ShopStore): (() => void) => {
  restoreWishlist(store, wishlistStorage);
  const [, kept] = /(?:^|; )place=([\w%-]{1,32})/.exec(document.cookie) ?? [];
  if (kept !== undefined && store.getState().place.postcode === '') void store.dispatch(placeChosen(kept));

  let { storefront, currency, place } = store.getState();
  const unsubscribe = store.subscribe(() => {
    const next = store.getState();
    if (next.storefront.currentStore !== storefront.currentStore)
      setCookie(STOREFRONT_COOKIE, next.storefront.currentStore);
    if (next.currency.code !== currency.code) setCookie(CURRENCY_COOKIE, next.currency.code);
    if (next.place.postcode !== place.postcode) setCookie(PLACE_COOKIE, encodeURIComponent(next.place.postcode));
    ({ storefront, currency, place } = next);
  });

  // Fires only in other tabs. Restoring writes nothing new, so tabs do not trigger each other.
  const onStorage = ({ key, newValue, storageArea }: StorageEvent): void => {
    if (storageArea !== localStorage || key !== WISHLIST_KEY) return;
    const { auth, profile } = store.getState();
    if (!auth.isAuthenticated && JSON.stringify(profile.wishlist) !== newValue)
      store.dispatch(wishlistReceived(parseStoredWishlist(newValue) ?? []));
  };
  window.addEventListener('storage', onStorage);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', onStorage);
  };
};
