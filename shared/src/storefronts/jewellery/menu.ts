import type { CategoriesMenuContent } from '../StorefrontLayout';

/** The menu of categories, until staff publish another one. */
export const jewelleryMenu: CategoriesMenuContent['columns'] = [
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
];
