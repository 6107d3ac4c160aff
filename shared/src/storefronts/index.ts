import type { StorefrontSlug } from '../contracts/storefront';
import { jewellery } from './jewellery';
import { organic } from './organic';
import type { Storefront, StorefrontId } from './storefront';

export type { Storefront, StorefrontFeature, StorefrontId } from './storefront';

export const storefronts = { jewellery, organic } satisfies Record<StorefrontId, Storefront>;
export const DEFAULT_STOREFRONT: StorefrontId = 'jewellery';
/** Cookie with the storefront, so that the server renders the right one. */
export const STOREFRONT_COOKIE = 'storefront';

export const isStorefrontId = (value: unknown): value is StorefrontId =>
  typeof value === 'string' && Object.hasOwn(storefronts, value);

export const findStorefrontBySlug = (slug: StorefrontSlug): StorefrontId =>
  slug === organic.slug ? 'organic' : 'jewellery';

/** Returns the storefront of a category; undefined for an unknown one. */
export const findStorefrontByCategory = (slug: string): StorefrontId | undefined =>
  Object.values(storefronts).find(({ categories }) => categories.some((category) => category.slug === slug))?.id;
