import type { PictureSource } from '@shop/shared/design-system/getPictureSources';
import type { StorefrontId } from '@shop/shared/storefronts';
import carrots from '../pictures/carrots-1.webp?widths=360,720';
import pearls from '../pictures/necklace-pearl-strand-1.webp?widths=360,720';

interface Menu {
  /** The main categories, each with searches within it. */
  readonly columns: readonly {
    /** Slug of one of the storefront's categories. */
    readonly category: string;
    readonly searches: readonly { readonly label: string; readonly q: string }[];
  }[];
  readonly promotion: {
    readonly title: string;
    readonly picture: PictureSource;
    readonly filters: { readonly category?: string; readonly sort?: string };
  };
}

/** Content of each storefront's categories menu. */
export const menus: Readonly<Record<StorefrontId, Menu>> = {
  jewellery: {
    columns: [
      {
        category: 'rings',
        searches: [
          { label: 'Solitaire', q: 'solitaire' },
          { label: 'Halo', q: 'halo' },
          { label: 'Wedding', q: 'wedding' },
          { label: 'Signet', q: 'signet' },
        ],
      },
      {
        category: 'necklaces',
        searches: [
          { label: 'Pendants', q: 'pendant' },
          { label: 'Pearls', q: 'pearl' },
          { label: 'Lockets', q: 'locket' },
          { label: 'Tennis', q: 'tennis' },
        ],
      },
      {
        category: 'earrings',
        searches: [
          { label: 'Studs', q: 'studs' },
          { label: 'Hoops', q: 'hoops' },
          { label: 'Drops', q: 'drop' },
          { label: 'Clusters', q: 'cluster' },
        ],
      },
      {
        category: 'bracelets',
        searches: [
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
        searches: [
          { label: 'Apples', q: 'apple' },
          { label: 'Berries', q: 'berries' },
          { label: 'Citrus', q: 'lemon' },
          { label: 'Grapes', q: 'grapes' },
        ],
      },
      {
        category: 'vegetables',
        searches: [
          { label: 'Roots', q: 'carrot' },
          { label: 'Tomatoes', q: 'tomato' },
          { label: 'Salad', q: 'lettuce' },
          { label: 'Peppers', q: 'pepper' },
        ],
      },
      {
        category: 'dairy',
        searches: [
          { label: 'Milk', q: 'milk' },
          { label: 'Cheese', q: 'emmental' },
          { label: 'Yoghurt', q: 'yoghurt' },
          { label: 'Eggs', q: 'egg' },
        ],
      },
      {
        category: 'grains',
        searches: [
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
