import { DEFAULT_STOREFRONT, isStorefrontId, STOREFRONT_COOKIE, type StorefrontId } from '@shop/shared/storefronts';
import { readCookie } from '../readCookie';
import { ALL_STOREFRONTS } from './storefrontsAt';

/**
 * Returns the storefront named by the URL, else the one remembered by the browser, else the default, of those at the
 * host. One that is named and has another host is returned, too.
 */
export const chooseStorefront = (
  query: URLSearchParams,
  cookieHeader: string | undefined,
  here: readonly StorefrontId[] = ALL_STOREFRONTS,
): { storefront: StorefrontId; isFromUrl: boolean } => {
  const requested = query.get('store');
  if (isStorefrontId(requested)) return { storefront: requested, isFromUrl: true };
  const remembered = readCookie(cookieHeader, STOREFRONT_COOKIE);
  const storefront = here.find((id) => id === remembered) ?? here[0] ?? DEFAULT_STOREFRONT;
  return { storefront, isFromUrl: false };
};
