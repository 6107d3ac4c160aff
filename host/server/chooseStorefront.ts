import { DEFAULT_STOREFRONT, isStorefrontId, STOREFRONT_COOKIE, type StorefrontId } from '@shop/shared/storefronts';

/** The storefront of a visit: the one its URL names, else the one this browser was in, else the default. */
export const chooseStorefront = (query: URLSearchParams, cookieHeader: string | undefined): { storefront: StorefrontId; named: boolean } => {
  const named = query.get('store');
  if (isStorefrontId(named)) return { storefront: named, named: true };
  const kept = cookieHeader
    ?.split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === STOREFRONT_COOKIE)?.[1];
  return { storefront: isStorefrontId(kept) ? kept : DEFAULT_STOREFRONT, named: false };
};
