import type { CategoriesMenuContent } from '../StorefrontLayout';

/** The menu of categories, until staff publish another one. */
export const organicMenu: CategoriesMenuContent['columns'] = [
  {
    category: 'fruits',
    searches: [
      { label: 'Apples', q: 'apple' },
      { label: 'Berries', q: 'berry' },
      { label: 'Citrus', q: 'citrus' },
      { label: 'Grapes', q: 'grapes' },
    ],
  },
  {
    category: 'vegetables',
    searches: [
      { label: 'Roots', q: 'carrot' },
      { label: 'Tomatoes', q: 'tomato' },
      { label: 'Salad', q: 'salad' },
      { label: 'Peppers', q: 'pepper' },
    ],
  },
  {
    category: 'dairy',
    searches: [
      { label: 'Milk', q: 'milk' },
      { label: 'Cheese', q: 'cheese' },
      { label: 'Yogurt', q: 'yogurt' },
      { label: 'Eggs', q: 'egg' },
    ],
  },
  {
    category: 'grains',
    searches: [
      { label: 'Oats', q: 'oats' },
      { label: 'Bread', q: 'bread' },
      { label: 'Rice', q: 'rice' },
      { label: 'Pasta', q: 'pasta' },
    ],
  },
];
