import { DEFAULT_STOREFRONT, isStorefrontId, STOREFRONT_COOKIE, type StorefrontId } from '@shop/shared/storefronts';
import { readCookie } from '../readCookie';

/** The storefront of a visit: the one its URL names, else the one this browser was in, else the default. */
export const chooseStorefront = (
  query: URLSearchParams,
  cookieHeader: string | undefined,
): { storefront: StorefrontId; isFromUrl: boolean } => {
  const requested = query.get('store');
  if (isStorefrontId(requested)) return { storefront: requested, isFromUrl: true };
  const remembered = readCookie(cookieHeader, STOREFRONT_COOKIE);
  return { storefront: isStorefrontId(remembered) ? remembered : DEFAULT_STOREFRONT, isFromUrl: false };
};
