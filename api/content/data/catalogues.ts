import type { StorefrontSlug } from '@shop/shared/contracts';
import type { ContentCatalogue } from './ContentCatalogue';
import { jewellery } from './jewellery/catalogue';
import { organic } from './organic/catalogue';

/** The built-in catalogue of every storefront. */
export const catalogues: Readonly<Record<StorefrontSlug, ContentCatalogue>> = {
  'jewellery-store': jewellery,
  'organic-store': organic,
};

/** Lists the catalogues with their storefronts. */
export const listCatalogues = (): (ContentCatalogue & { readonly store: StorefrontSlug })[] =>
  // the keys are slugs
  (Object.keys(catalogues) as StorefrontSlug[]).map((store) => ({ store, ...catalogues[store] }));
