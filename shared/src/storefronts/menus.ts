import type { StorefrontId } from '@shop/contracts/storefronts';
import { jewelleryMenu } from './jewellery/menu';
import { organicMenu } from './organic/menu';
import type { CategoriesMenuContent } from './StorefrontLayout';

/** The columns of every storefront's menu of categories, for who edits them. */
export const storefrontMenus: Readonly<Record<StorefrontId, CategoriesMenuContent['columns']>> = {
  jewellery: jewelleryMenu,
  organic: organicMenu,
};
