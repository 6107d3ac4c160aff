import type { StorefrontSlug } from '../contracts/storefront';
import { jewellery } from './jewellery';
import { organic } from './organic';
import type { Storefront, StorefrontId } from './storefront';

export type { Storefront, StorefrontFeature, StorefrontId } from './storefront';

export const storefronts = { jewellery, organic } satisfies Record<StorefrontId, Storefront>;
export const DEFAULT_STOREFRONT: StorefrontId = 'jewellery';
/** Cookie that remembers the storefront, so that the server paints the right one first. */
export const STOREFRONT_COOKIE = 'storefront';

export const isStorefrontId = (value: unknown): value is StorefrontId =>
  typeof value === 'string' && Object.hasOwn(storefronts, value);

export const findStorefrontBySlug = (slug: StorefrontSlug): StorefrontId =>
  slug === organic.slug ? 'organic' : 'jewellery';

/** The storefront that sells a category; undefined for one that nobody does. */
export const findStorefrontByCategory = (slug: string): StorefrontId | undefined =>
  Object.values(storefronts).find(({ categories }) => categories.some((category) => category.slug === slug))?.id;
