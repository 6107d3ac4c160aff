import type { CategoriesMenuContent } from '../StorefrontLayout';
import { jewelleryMenu } from './menu';
import pearls from './pictures/necklace-pearl-strand-1.webp?widths=360,720';

export const menu: CategoriesMenuContent = {
  columns: jewelleryMenu,
  promotion: { title: 'New collection', picture: pearls, filters: { sort: 'newest' } },
};
