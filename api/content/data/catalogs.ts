import type { StorefrontSlug } from '@shop/contracts';
import type { ContentCatalog } from './ContentCatalog';
import { jewellery } from './jewellery/catalog';
import { organic } from './organic/catalog';

/** The built-in catalog of every storefront. */
const catalogs: Readonly<Record<StorefrontSlug, ContentCatalog>> = {
  'jewellery-store': jewellery,
  'organic-store': organic,
};

/** Lists the catalogs with their storefronts. */
export const listCatalogs = (): (ContentCatalog & { readonly store: StorefrontSlug })[] =>
  // the keys are slugs
  (Object.keys(catalogs) as StorefrontSlug[]).map((store) => ({ store, ...catalogs[store] }));
