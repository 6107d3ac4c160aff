import { storefronts, type StorefrontSlug } from '@shop/contracts';
import type { Readable } from '../../database/Database';
import { readSettings, type Settings } from '../settings/readSettings';

/** Who sells the products of each storefront that name no seller. */
export type Sellers = Readonly<Record<StorefrontSlug, string>>;

export const chooseSellers = (shops: Settings['shops']): Sellers =>
  Object.fromEntries(
    Object.values(storefronts).map(({ slug, name, seller = name }) => [slug, shops[slug]?.seller ?? seller]),
  ) as Record<StorefrontSlug, string>; // the slugs of all storefronts

/** Reads what staff call the sellers of the storefronts. */
export const findSellers = async (database: Readable): Promise<Sellers> =>
  chooseSellers((await readSettings(database)).shops);
