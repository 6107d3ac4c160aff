import type { StorefrontId } from '@shop/contracts/storefronts';
import { jewelleryPages } from './jewellery/pages';
import { organicPages } from './organic/pages';
import type { StorefrontPages } from './StorefrontPages';

/** The pages of every storefront. */
export const storefrontPages: Readonly<Record<StorefrontId, StorefrontPages>> = {
  jewellery: jewelleryPages,
  organic: organicPages,
};
