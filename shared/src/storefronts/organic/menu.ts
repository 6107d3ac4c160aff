import type { CategoriesMenuContent } from '../StorefrontLayout';
import { columns } from './menuColumns';
import carrots from './pictures/carrots-1.webp?widths=360,720';

export const menu: CategoriesMenuContent = {
  columns,
  promotion: { title: 'In season this week', picture: carrots, filters: { category: 'vegetables' } },
};
