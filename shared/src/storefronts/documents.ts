import type { StorefrontId } from '@shop/contracts/storefronts';
import { jewelleryDocuments } from './jewellery/documents';
import { organicDocuments } from './organic/documents';
import type { StorefrontDocuments } from './StorefrontDocuments';

/** The home page and texts of every storefront. */
export const storefrontDocuments: Readonly<Record<StorefrontId, StorefrontDocuments>> = {
  jewellery: jewelleryDocuments,
  organic: organicDocuments,
};
