import type { StorefrontId } from '@shop/contracts/storefronts';
import { jewelleryLayout } from './jewellery/layout';
import { organicLayout } from './organic/layout';
import type { StorefrontLayout } from './StorefrontLayout';

export type { StorefrontLayout };

/** Header, footer and theme of every storefront. */
export const storefrontLayouts: Readonly<Record<StorefrontId, StorefrontLayout>> = {
  jewellery: jewelleryLayout,
  organic: organicLayout,
};
