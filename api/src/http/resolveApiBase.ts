import { storefronts } from '@shop/shared/storefronts';

/**
 * Returns the address that answers a call to a storefront's `apiBase`: `/api/organic/brands` is
 * `/api/brands?store=organic-store`. Other addresses stay as they are.
 */
export const resolveApiBase = (url: string): string => {
  const storefront = Object.values(storefronts).find(({ apiBase }) => url.startsWith(`${apiBase}/`));
  if (!storefront) return url;
  const [path = '', query = ''] = url.slice(storefront.apiBase.length).split(/\?(.*)/s);
  const others = query.split('&').filter((pair) => pair !== '' && !pair.startsWith('store='));
  return `/api${path}?${[`store=${storefront.slug}`, ...others].join('&')}`;
};
