import { DEFAULT_STOREFRONT, isStorefrontId, STOREFRONT_COOKIE, type StorefrontId } from '@shop/contracts/storefronts';
import { readCookie } from '../readCookie';

/** Returns the storefront named by the URL, else the one remembered by the browser, else the default. */
export const chooseStorefront = (
  query: URLSearchParams,
  cookieHeader: string | undefined,
): { storefront: StorefrontId; isFromUrl: boolean } => {
  const requested = query.get('store');
  if (isStorefrontId(requested)) return { storefront: requested, isFromUrl: true };
  const remembered = readCookie(cookieHeader, STOREFRONT_COOKIE);
  return { storefront: isStorefrontId(remembered) ? remembered : DEFAULT_STOREFRONT, isFromUrl: false };
};
