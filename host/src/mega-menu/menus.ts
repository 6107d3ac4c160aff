import type { PictureSource } from '@shop/shared/design-system/pictureSources';
import type { StorefrontId } from '@shop/shared/storefronts';
import carrots from '../pictures/carrots-1.webp?widths=360,720';
import pearls from '../pictures/necklace-pearl-strand-1.webp?widths=360,720';

interface Menu {
  /** The large categories, each with searches within it. */
  readonly columns: readonly {
    /** Slug of one of the storefront's categories. */
    readonly category: string;
    readonly kinds: readonly { readonly label: string; readonly q: string }[];
  }[];
  readonly promotion: {
    readonly title: string;
    readonly picture: PictureSource;
    readonly filters: { readonly category?: string; readonly sort?: string };
  };
}

/** What each storefront's menu of categories shows. */
export const menus: Readonly<Record<StorefrontId, Menu>> = {
  jewellery: {
    columns: [
      {
        category: 'rings',
        kinds: [
          { label: 'Solitaire', q: 'solitaire' },
          { label: 'Halo', q: 'halo' },
          { label: 'Wedding', q: 'wedding' },
          { label: 'Signet', q: 'signet' },
        ],
      },
      {
        category: 'necklaces',
        kinds: [
          { label: 'Pendants', q: 'pendant' },
          { label: 'Pearls', q: 'pearl' },
          { label: 'Lockets', q: 'locket' },
          { label: 'Tennis', q: 'tennis' },
        ],
      },
      {
        category: 'earrings',
        kinds: [
          { label: 'Studs', q: 'studs' },
          { label: 'Hoops', q: 'hoops' },
          { label: 'Drops', q: 'drop' },
          { label: 'Clusters', q: 'cluster' },
        ],
      },
      {
        category: 'bracelets',
        kinds: [
          { label: 'Tennis', q: 'tennis' },
          { label: 'Bangles', q: 'bangle' },
          { label: 'Chain', q: 'link' },
          { label: 'Cuffs', q: 'cuff' },
        ],
      },
    ],
    promotion: { title: 'New collection', picture: pearls, filters: { sort: 'newest' } },
  },
  organic: {
    columns: [
      {
        category: 'fruits',
        kinds: [
          { label: 'Apples', q: 'apple' },
          { label: 'Berries', q: 'berries' },
          { label: 'Citrus', q: 'lemon' },
          { label: 'Grapes', q: 'grapes' },
        ],
      },
      {
        category: 'vegetables',
        kinds: [
          { label: 'Roots', q: 'carrot' },
          { label: 'Tomatoes', q: 'tomato' },
          { label: 'Salad', q: 'lettuce' },
          { label: 'Peppers', q: 'pepper' },
        ],
      },
      {
        category: 'dairy',
        kinds: [
          { label: 'Milk', q: 'milk' },
          { label: 'Cheese', q: 'emmental' },
          { label: 'Yoghurt', q: 'yoghurt' },
          { label: 'Eggs', q: 'egg' },
        ],
      },
      {
        category: 'grains',
        kinds: [
          { label: 'Oats', q: 'oats' },
          { label: 'Bread', q: 'loaf' },
          { label: 'Rice', q: 'rice' },
          { label: 'Pasta', q: 'spaghetti' },
        ],
      },
    ],
    promotion: { title: 'In season this week', picture: carrots, filters: { category: 'vegetables' } },
  },
};
