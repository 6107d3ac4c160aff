import { jewellery } from './jewellery';
import { organic } from './organic';
import type { StorefrontConfig, StorefrontFeature } from './Storefront';

/** Every storefront. Header, footer and theme of each are in layouts.ts. */
const registry = {
  jewellery,
  organic,
};

export type { StorefrontFeature };
export type StorefrontId = keyof typeof registry;
/** Name on the wire: the value of `?store=` of the API. */
export type StorefrontSlug = (typeof registry)[StorefrontId]['slug'];
export interface Storefront extends StorefrontConfig {
  readonly id: StorefrontId;
  readonly slug: StorefrontSlug;
}

/** The mapped type refuses a storefront that is registered under another id than its own. */
export const storefronts: Readonly<{ [Id in StorefrontId]: Storefront & { readonly id: Id } }> = registry;
export const DEFAULT_STOREFRONT: StorefrontId = 'jewellery';
/** Cookie with the storefront, so that the server renders the right one. */
export const STOREFRONT_COOKIE = 'storefront';

export const isStorefrontId = (value: unknown): value is StorefrontId =>
  typeof value === 'string' && Object.hasOwn(storefronts, value);

/** The storefronts of the running host, in its store. A remote that reads these needs no copy of its own. */
type KnownStorefronts = Readonly<Record<StorefrontId, Storefront>>;

/** Returns the storefront with a name on the wire; undefined for an unknown one. */
export const findStorefrontBySlug = (known: KnownStorefronts, slug: string): StorefrontId | undefined =>
  Object.values(known).find((storefront) => storefront.slug === slug)?.id;

/** Returns the storefront of a category; undefined for an unknown one. */
export const findStorefrontByCategory = (known: KnownStorefronts, slug: string): StorefrontId | undefined =>
  Object.values(known).find(({ categories }) => categories.some((category) => category.slug === slug))?.id;

/** Address of a page that each storefront has: the default storefront's is without `store` (product.md 1.2). */
export const toStorefrontPath = (path: string, id: StorefrontId): string =>
  id === DEFAULT_STOREFRONT ? path : `${path}${path.includes('?') ? '&' : '?'}store=${id}`;
