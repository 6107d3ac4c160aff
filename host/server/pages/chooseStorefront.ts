import { DEFAULT_STOREFRONT, isStorefrontId, STOREFRONT_COOKIE, type StorefrontId } from '@shop/shared/storefronts';
import { readCookie } from '../readCookie';

/** The storefront of a visit: the one its URL names, else the one this browser was in, else the default. */
export const chooseStorefront = (
  query: URLSearchParams,
  cookieHeader: string | undefined,
): { storefront: StorefrontId; named: boolean } => {
  const named = query.get('store');
  if (isStorefrontId(named)) return { storefront: named, named: true };
  const kept = readCookie(cookieHeader, STOREFRONT_COOKIE);
  return { storefront: isStorefrontId(kept) ? kept : DEFAULT_STOREFRONT, named: false };
};
