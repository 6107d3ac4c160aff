import type { CategoriesMenuContent } from '../StorefrontLayout';
import { organicMenu } from './menu';
import carrots from './pictures/carrots-1.webp?widths=360,720';

export const menu: CategoriesMenuContent = {
  columns: organicMenu,
  promotion: { title: 'In season this week', picture: carrots, filters: { category: 'vegetables' } },
};
