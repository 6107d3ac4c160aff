import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { storefronts } from './storefronts';

export {
  DEFAULT_STOREFRONT,
  isStorefrontId,
  STOREFRONT_COOKIE,
  storefronts,
  toStorefrontPath,
  type StorefrontFeature,
  type StorefrontId,
} from './storefronts';

/** Name of a storefront on the wire: the value of `?store=` (product.md 1.2). */
export const StorefrontSlug = Type.Union(Object.values(storefronts).map(({ slug }) => Type.Literal(slug)));
export type StorefrontSlug = Static<typeof StorefrontSlug>;

export const StorefrontQuery = Type.Object({ store: Type.Optional(StorefrontSlug) });

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
